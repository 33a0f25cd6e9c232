import { createHash, randomBytes } from 'node:crypto'

/** A new checkout token: 32 random bytes, 43 base64url characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: who reads the database still cannot open a checkout. */
export const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** An unguessable id for a row. */
export const newId = (): string => randomBytes(12).toString('base64url')

/** Whether a value has the shape of a token at all. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value)
