import { randomBytes } from 'node:crypto'

const STRIPE_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PAYPAL_LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY'

const pickLetters = (letters: string, length: number): string =>
  [...randomBytes(length)].map(byte => letters[byte % letters.length]).join('')

/** An unguessable id in Stripe's style: `pi_3x…`. */
export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${pickLetters(STRIPE_LETTERS, length)}`

/** An unguessable id in PayPal's style: `5O190127TN364715T`. */
export const newPaypalId = (length = 17): string => pickLetters(PAYPAL_LETTERS, length)
