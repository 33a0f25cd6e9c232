import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { validateEmail } from '@/domain/driver/email'
import { normalizeEmail } from '@/domain/input/clean-input'
import type { Env } from '@/server/config/env'
import { withTimeout } from '@/server/gateways/with-timeout'

export interface Mail {
  /** Stays the same however often the mail is sent: who gets it twice can tell. Letters, digits, `.` and `-`. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  language: string
}

export interface MailGateway {
  /** Hands a mail over; throws a `MailError` when that failed, or when nobody can say whether it did. */
  send: (mail: Mail) => Promise<void>
}

/** Why a mail was not handed over, as a code. What servers answer repeats addresses: it goes no further. */
export class MailError extends Error {
  override readonly name = 'MailError'

  constructor(readonly code: string) {
    super(`the mail was not handed over: ${code}`)
  }
}

/** Milliseconds. */
export interface MailTimeouts {
  connectionTimeoutMs: number
  /** A server that says nothing for this long is given up. */
  socketTimeoutMs: number
  /** One that goes on talking, too. */
  totalTimeoutMs: number
}

const defaultTimeouts: MailTimeouts = {
  connectionTimeoutMs: 10_000,
  socketTimeoutMs: 15_000,
  totalTimeoutMs: 30_000,
}

/** The folder of mails that no server is there for, in the data folder. */
export const mailFolder = 'mail'

type Settings = Pick<Env, 'mail' | 'dataDir' | 'appUrl'>

/** Mails through the server of `SMTP_URL`; without one they are written to files. */
export const createMailGateway = (
  env: Settings,
  timeouts: MailTimeouts = defaultTimeouts,
): MailGateway =>
  env.mail.smtpUrl ? createSmtpGateway(env, env.mail.smtpUrl, timeouts) : createFileGateway(env)

function createSmtpGateway(env: Settings, smtpUrl: string, timeouts: MailTimeouts): MailGateway {
  const transport = createTransport({
    ...parseSmtpUrl(smtpUrl),
    connectionTimeout: timeouts.connectionTimeoutMs,
    dnsTimeout: timeouts.connectionTimeoutMs,
    greetingTimeout: timeouts.connectionTimeoutMs,
    socketTimeout: timeouts.socketTimeoutMs,
  })
  return {
    send: async mail => {
      const message = buildMessage(env, mail)
      await withTimeout(timeouts.totalTimeoutMs, transport.sendMail(message)).catch(error => {
        throw new MailError(codeOf(error))
      })
    },
  }
}

/** Nothing but the server and its user: an address could also ask for a log of all that is sent. */
function parseSmtpUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    // A password is told to nobody who listens in between.
    requireTLS: username !== '' && !isSecure && !isLoopback,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

function createFileGateway(env: Settings): MailGateway {
  const folder = join(env.dataDir, mailFolder)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async mail => {
      const { message } = await transport.sendMail(buildMessage(env, mail))
      await mkdir(folder, { recursive: true })
      // Sent again it is the same file, and a half one is never there.
      const file = join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/** The mail as it is sent. Headers are folded and encoded by the library, and never hold a line break of ours. */
function buildMessage({ mail, appUrl }: Settings, { id, to, ...content }: Mail): SendMailOptions {
  const address = normalizeEmail(to)
  if (validateEmail(address)) throw new MailError('ADDRESS')
  return {
    from: mail.from,
    // An object is one address, whatever is in it; a text could be a list.
    to: { name: '', address },
    subject: content.subject.replace(/[\p{Cc}\s]+/gu, ' '),
    text: content.text,
    html: content.html,
    messageId: `<${id}@${new URL(appUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': content.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function codeOf(error: unknown): string {
  const { code = 'FAULT', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode ? `${code} ${responseCode}` : code
}
