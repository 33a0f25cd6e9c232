import { DrizzleQueryError } from 'drizzle-orm/errors'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { toSafeLog } from '@/server/infra/safe-error-log'

describe('the log entry of an error', () => {
  it('omits the customer’s values when a query fails', () => {
    const cause = Object.assign(new Error('duplicate key (ana@example.com)'), { code: '23505' })
    const entry = toSafeLog(
      new DrizzleQueryError('insert into checkouts', ['ana@example.com'], cause),
    )
    expect(JSON.stringify(entry)).not.toContain('ana@')
    expect(entry).toMatchObject({ name: 'Error', code: '23505' })
  })

  it('omits the customer’s values when the payment provider refuses them', () => {
    const error = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid email address: ana@example.com',
      code: 'email_invalid',
    })
    expect(JSON.stringify(toSafeLog(error))).not.toContain('ana@')
    expect(toSafeLog(error)).toMatchObject({ code: 'email_invalid' })
  })

  it('has the message and the stack of any other error', () => {
    const entry = toSafeLog(new TypeError('no such thing'))
    expect(entry).toMatchObject({ name: 'TypeError', message: 'no such thing' })
    expect(JSON.stringify(entry['at'])).toContain('safe-error-log.test')
  })

  it('has only the type of a thrown value that is no error', () => {
    expect(toSafeLog('ana@example.com')).toEqual({ name: 'string' })
  })
})
