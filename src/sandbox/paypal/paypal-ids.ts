import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY'

/** An unguessable id in PayPal's style: `5O190127TN364715T`. */
export function newPaypalId(length = 17): string {
  return [...randomBytes(length)].map(byte => LETTERS[byte % LETTERS.length]).join('')
}
