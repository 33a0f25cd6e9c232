import { DrizzleQueryError } from 'drizzle-orm/errors'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { faultOf } from '@/server/infra/safe-error-log'

describe('what the log knows of a fault', () => {
  it('is nothing of what the customer typed when a query fails', () => {
    const cause = Object.assign(new Error('duplicate key (ana@example.com)'), { code: '23505' })
    const fault = faultOf(
      new DrizzleQueryError('insert into checkouts', ['ana@example.com'], cause),
    )
    expect(JSON.stringify(fault)).not.toContain('ana@')
    expect(fault).toMatchObject({ name: 'Error', code: '23505' })
  })

  it('is nothing of it when the payment provider refuses it', () => {
    const refused = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid email address: ana@example.com',
      code: 'email_invalid',
    })
    expect(JSON.stringify(faultOf(refused))).not.toContain('ana@')
    expect(faultOf(refused)).toMatchObject({ code: 'email_invalid' })
  })

  it('is the message and the place of any other', () => {
    const fault = faultOf(new TypeError('no such thing'))
    expect(fault).toMatchObject({ name: 'TypeError', message: 'no such thing' })
    expect(JSON.stringify(fault.at)).toContain('faults.test')
  })

  it('is its kind alone when no error was thrown', () => {
    expect(faultOf('ana@example.com')).toEqual({ name: 'string' })
  })
})
