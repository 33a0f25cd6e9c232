import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An unguessable id in Stripe's style: `pi_3x…`. */
export function newId(prefix: string, length = 24): string {
  const letters = [...randomBytes(length)].map(byte => LETTERS[byte % LETTERS.length])
  return `${prefix}_${letters.join('')}`
}
