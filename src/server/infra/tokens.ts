import { createHash, randomBytes } from 'node:crypto'

/** A new checkout token: 32 random bytes, 43 base64url characters. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/**
 * The SHA-256 hash of a token, base64url. Only hashes are stored: access to the database does not
 * open a checkout.
 */
export const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** An unguessable id for a row. */
export const generateId = (): string => randomBytes(12).toString('base64url')

/** Characters that are not confused when an order number is read aloud. */
const orderNumberAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** An order's id in a form that can be read aloud: `7KQ2M-XW4TD`, 50 random bits. */
export function generateOrderNumber(): string {
  const characters = [...randomBytes(10)].map(
    byte => orderNumberAlphabet[byte % orderNumberAlphabet.length],
  )
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

/** Whether a value has the format of a token. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value)
