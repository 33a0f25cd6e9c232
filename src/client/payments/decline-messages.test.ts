import { expect, it } from 'vitest'
import { declineOf } from '@/client/payments/decline-messages'

it.each([
  ['insufficient_funds', 'funds', undefined],
  ['expired_card', 'expired', undefined],
  ['incorrect_cvc', 'cvc', 'cvc'],
  ['processing_error', 'processing', undefined],
  ['payment_intent_authentication_failure', 'authentication', undefined],
  ['lost_card', 'generic', undefined],
  ['stolen_card', 'generic', undefined],
  ['generic_decline', 'generic', undefined],
  ['a_code_of_next_year', 'generic', undefined],
  [null, 'unfinished', undefined],
])('a payment that ended with %s shows the message %s', (reason, text, field) => {
  expect(declineOf(reason)).toEqual(field ? { text, field } : { text })
})
