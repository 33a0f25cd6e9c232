import * as z from 'zod'
import { validateEmail } from '@/domain/driver/email'

// The types of variables. A message continues the name of its variable and never repeats a value.

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** A text of this form. */
export const text = (pattern: RegExp, message: string) => z.string().regex(pattern, message)

const splitAtBlanks = (value: string): string[] => value.split(/\s+/).filter(Boolean)

/**
 * A key, or several with blanks between while one replaces another. What is received may be made with
 * any; where only one can be used, it is the first.
 */
export const keys = (form: RegExp, message: string) =>
  z
    .string()
    .transform(splitAtBlanks)
    .refine(list => list.length > 0 && list.every(key => form.test(key)), message)
    .transform(list => list as [string, ...string[]])

/** One of a few words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be ${choices.format(words)}.`)

export const onOff = oneOf(['on', 'off']).transform(word => word === 'on')

/** Refuses typing errors: a wrong number of proxies would let callers choose their address. */
export const wholeNumber = text(/^\d{1,5}$/, 'must be a whole number.').transform(Number)

export const port = wholeNumber.refine(
  number => number > 0 && number < 65_536,
  'must be a number from 1 to 65535.',
)

/** Refuses 0 days: photos would be deleted before they are reviewed. */
export const days = wholeNumber.refine(number => number > 0, 'must be at least 1.')

/** In UTC; `24:00` is the end of the day. */
export const timeOfDay = text(
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/,
  'must be a time of the day such as 16:30.',
)

/** A share of all faults or requests. */
export const rate = text(/^(?:[01]|0?\.\d+|1\.0+)$/, 'must be a number from 0 to 1.').transform(
  Number,
)

/** An http(s) URL. `fetch` refuses URLs with credentials, and the log would contain them. */
export const address = z
  .string()
  .refine(isAddress, 'must be an address such as https://checkout.example.com.')

/** An address without the slash at its end, to be followed by a path. */
export const baseAddress = address.transform(url => url.replace(/\/$/, ''))

/** Another API host is for tests and must be this machine: it receives the secret key. */
export const apiBase = (otherHost?: string) =>
  address.refine(
    url => url === otherHost || !isAddress(url) || isLoopback(new URL(url)),
    'may only name this machine.',
  )

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && !hasCredentials(new URL(text))
}

const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== ''

const isLoopback = ({ hostname }: URL): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** Scripts in customers' pages need https; http only on this machine, for tests. */
export const scriptAddress = z
  .string()
  .refine(
    text => isSafeUrl(text) && !hasCredentials(new URL(text)) && !/[\s;,'"]/.test(text),
    'must be an https address such as https://widget.example.com/it.js.',
  )
  .transform(text => new URL(text).href)

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

/** Hosts with blanks between. A wildcard for all hosts would disable the policy. */
export const scriptHosts = z
  .string()
  .transform(splitAtBlanks)
  .refine(
    hosts => hosts.every(host => /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(host)),
    'must be hosts such as https://*.example.com, with blanks between.',
  )

export const host = text(
  /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
  'must be a host such as mirror.example.com, in small letters.',
)

/**
 * `https://<public key>@<host>/<project>`; a secret in the DSN is dropped, because browsers see the
 * result.
 */
export const publicDsn = z
  .string()
  .refine(isDsn, 'must be like https://key@reports.example.com/1.')
  .transform(text => {
    const { protocol, username, host, pathname } = new URL(text)
    return `${protocol}//${username}@${host}${pathname.replace(/\/$/, '')}`
  })

function isDsn(text: string): boolean {
  if (!isSafeUrl(text)) return false
  const { username, pathname, search } = new URL(text)
  return /^\w+$/.test(username) && /\/\d+\/?$/.test(pathname) && !search
}

export const smtpUrl = z
  .string()
  .refine(
    text => /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
    'must be like smtps://user:password@mail.example.com.',
  )

/** An address, or a name followed by an address in angle brackets. */
export const sender = z
  .string()
  .refine(isSender, 'must be like orders@example.com, or Shop <orders@example.com>.')

export const emailAddress = z
  .string()
  .refine(isEmailAddress, 'must be an email address such as help@example.com.')

function isSender(text: string): boolean {
  const [, address = text] = /^[^\p{Cc}<>@,;:"]*<([^<>]*)>$/u.exec(text) ?? []
  return isEmailAddress(address)
}

function isEmailAddress(address: string): boolean {
  return validateEmail(address) === undefined && address === address.trim()
}

/**
 * The shop's name on statements, as Stripe and PayPal accept it: Stripe needs 5 characters and a
 * letter. Both show 22 together with what precedes it; PayPal's own part has 8.
 */
export const statementDescriptor = text(
  /^(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 .-]{3,12})[A-Za-z0-9.]$/,
  'must have 5 to 14 unaccented letters, digits, blanks, dots and hyphens, among them a letter.',
)

/** The name of one of the shop's coupons; empty: none. */
export const couponName = z
  .string()
  .trim()
  .transform(name => name || null)
