import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { emailWrong } from '@/domain/driver/email'
import { emailIn } from '@/domain/input/clean-input'
import type { Env } from '@/server/config/env'
import { within } from '@/server/gateways/with-timeout'

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
  /** Hands a mail over; throws a `MailFailure` when that failed, or when nobody can say whether it did. */
  send: (mail: Mail) => Promise<void>
}

/** Why a mail was not handed over, as a code. What servers answer repeats addresses: it goes no further. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'

  constructor(readonly code: string) {
    super(`the mail was not handed over: ${code}`)
  }
}

/** Milliseconds. */
export interface MailTimes {
  connectionMs: number
  /** A server that says nothing for this long is given up. */
  silenceMs: number
  /** One that goes on talking, too. */
  wholeMs: number
}

const usualTimes: MailTimes = { connectionMs: 10_000, silenceMs: 15_000, wholeMs: 30_000 }

/** The folder of mails that no server is there for, in the data folder. */
export const mailFolder = 'mail'

type Settings = Pick<Env, 'mail' | 'dataDir' | 'appUrl'>

/** Mails through the server of `SMTP_URL`; without one they are written to files. */
export const mailGateway = (env: Settings, times: MailTimes = usualTimes): MailGateway =>
  env.mail.smtpUrl ? throughServer(env, env.mail.smtpUrl, times) : intoFiles(env)

function throughServer(env: Settings, smtpUrl: string, times: MailTimes): MailGateway {
  const transport = createTransport({
    ...serverIn(smtpUrl),
    connectionTimeout: times.connectionMs,
    dnsTimeout: times.connectionMs,
    greetingTimeout: times.connectionMs,
    socketTimeout: times.silenceMs,
  })
  return {
    send: async mail => {
      const message = messageOf(env, mail)
      await within(times.wholeMs, transport.sendMail(message)).catch(error => {
        throw new MailFailure(codeOf(error))
      })
    },
  }
}

/** Nothing but the server and its user: an address could also ask for a log of all that is sent. */
function serverIn(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    // A password is told to nobody who listens in between.
    requireTLS: username !== '' && !isSecure && !isHere,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

function intoFiles(env: Settings): MailGateway {
  const folder = join(env.dataDir, mailFolder)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async mail => {
      const { message } = await transport.sendMail(messageOf(env, mail))
      await mkdir(folder, { recursive: true })
      // Sent again it is the same file, and a half one is never there.
      const file = join(folder, `${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/** The mail as it is sent. Headers are folded and encoded by the library, and never hold a line break of ours. */
function messageOf({ mail, appUrl }: Settings, { id, to, ...content }: Mail): SendMailOptions {
  const address = emailIn(to)
  if (emailWrong(address)) throw new MailFailure('ADDRESS')
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
