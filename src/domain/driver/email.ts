import { normalizeEmail } from '@/domain/input/clean-input'

/** Mail servers reject longer addresses. */
const maxLength = 254

/** Limit of the part before the @ (RFC 5321). */
const maxNameLength = 64

/**
 * Why a text is not an e-mail address: the last part of its message's key; undefined if it is one.
 */
export function validateEmail(input: string): string | undefined {
  const email = normalizeEmail(input)
  if (!email) return 'missing'
  if (email.length > maxLength) return 'long'
  if (/\s/.test(email)) return 'spaces'
  const [name, domain, ...rest] = email.split('@')
  if (domain === undefined) return 'at'
  if (rest.length > 0) return 'ats'
  if (!name) return 'name'
  return domain ? (validateName(name) ?? validateDomain(domain)) : 'domain'
}

/** Letters of any script are allowed, as in internationalised e-mail. */
function validateName(name: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(name)) return 'characters'
  if (name.length > maxNameLength) return 'name_long'
  return hasLooseDot(name) ? 'dots' : undefined
}

function validateDomain(domain: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return 'characters'
  if (hasLooseDot(domain)) return 'dots'
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2) return 'ending'
  if (labels.some(label => /^-|-$/.test(label))) return 'characters'
  return /^(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu.test(last) ? undefined : 'ending'
}

const hasLooseDot = (text: string): boolean => /^\.|\.\.|\.$/.test(text)

/** The mailbox of an address, to identify customers: lower-case, without the tag after a plus. */
export const toMailbox = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/(?<=.)\+[^@]*(?=@)/, '')
