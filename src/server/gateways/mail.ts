import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { validateEmail } from '@/domain/driver/email'
import { normalizeEmail } from '@/domain/input/clean-input'
import type { Env } from '@/server/config/env'
import { mailFolder } from '@/server/config/variables'
import { measureCall } from '@/server/infra/measure-call'
import { withTimeout } from '@/server/infra/with-timeout'

export interface Mail {
  /** The same on each retry, so that recipients detect duplicates. Letters, digits, `.`, `-`. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  language: string
  /** For a mail that recipients may stop: a `POST` to it does so at once (RFC 8058). */
  unsubscribeUrl?: string
}

export interface MailGateway {
  /** Hands a mail over. Throws a `MailError` when that fails or its result is unknown. */
  send: (mail: Mail) => Promise<void>
}

/** Why a mail was not handed over, as a code: server responses would repeat addresses. */
class MailError extends Error {
  override readonly name = 'MailError'

  constructor(readonly code: string) {
    super(`the mail was not handed over: ${code}`)
  }
}

/** Milliseconds. */
export interface MailTimeouts {
  connectionTimeoutMs: number
  /** Limit for silence of the server. */
  socketTimeoutMs: number
  /** Limit for the whole exchange. */
  totalTimeoutMs: number
}

const defaultTimeouts: MailTimeouts = {
  connectionTimeoutMs: 10_000,
  socketTimeoutMs: 15_000,
  totalTimeoutMs: 30_000,
}

type Settings = Pick<Env, 'mail' | 'dataDir' | 'appUrl'>

/** Sends mails through the server of `SMTP_URL`; without one they are written to files. */
export function createMailGateway(
  env: Settings,
  timeouts: MailTimeouts = defaultTimeouts,
): MailGateway {
  const { smtpUrl } = env.mail
  const { send } = smtpUrl ? createSmtpGateway(env, smtpUrl, timeouts) : createFileGateway(env)
  return { send: mail => measureCall('mail', () => send(mail)) }
}

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

/** Only host, port and credentials of the URL: its query could switch on a log of all mails. */
function parseSmtpUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    // The password is never sent unencrypted, except to this machine.
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
      // A retry overwrites the same file; the rename makes it appear complete.
      const file = join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/**
 * The message as it is sent. nodemailer folds and encodes headers; our values contain no line
 * breaks. Throws a `MailError` for an invalid address.
 */
function buildMessage({ mail, appUrl }: Settings, { id, to, ...content }: Mail): SendMailOptions {
  const address = normalizeEmail(to)
  if (validateEmail(address)) throw new MailError('ADDRESS')
  return {
    from: mail.from,
    // An object is one address; a string could be parsed as a list.
    to: { name: '', address },
    subject: content.subject.replace(/[\p{Cc}\s]+/gu, ' '),
    text: content.text,
    html: content.html,
    messageId: `<${id}@${new URL(appUrl).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': content.language,
      ...(content.unsubscribeUrl && {
        'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function codeOf(error: unknown): string {
  const { code = 'FAULT', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode ? `${code} ${responseCode}` : code
}
