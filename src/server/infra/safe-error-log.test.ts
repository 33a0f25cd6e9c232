import { DrizzleQueryError } from 'drizzle-orm/errors'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { toSafeLog } from '@/server/infra/safe-error-log'

describe('what the log knows of a fault', () => {
  it('is nothing of what the customer typed when a query fails', () => {
    const cause = Object.assign(new Error('duplicate key (ana@example.com)'), { code: '23505' })
    const entry = toSafeLog(
      new DrizzleQueryError('insert into checkouts', ['ana@example.com'], cause),
    )
    expect(JSON.stringify(entry)).not.toContain('ana@')
    expect(entry).toMatchObject({ name: 'Error', code: '23505' })
  })

  it('is nothing of it when the payment provider refuses it', () => {
    const error = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid email address: ana@example.com',
      code: 'email_invalid',
    })
    expect(JSON.stringify(toSafeLog(error))).not.toContain('ana@')
    expect(toSafeLog(error)).toMatchObject({ code: 'email_invalid' })
  })

  it('is the message and the place of any other', () => {
    const entry = toSafeLog(new TypeError('no such thing'))
    expect(entry).toMatchObject({ name: 'TypeError', message: 'no such thing' })
    expect(JSON.stringify(entry.at)).toContain('safe-error-log.test')
  })

  it('is its kind alone when no error was thrown', () => {
    expect(toSafeLog('ana@example.com')).toEqual({ name: 'string' })
  })
})
