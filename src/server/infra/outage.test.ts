import { describe, expect, it } from 'vitest'
import { ApiError } from '@/server/infra/api-error'
import { isOutage, toApiError } from '@/server/infra/outage'

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('an outage', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['too many connections', withCode('53300')],
    ['a stopping server', withCode('57P01')],
    ['a starting server', withCode('57P03')],
    ['a statement that takes too long', withCode('57014')],
    ['a full disk of the database', withCode('53100')],
    ['a full disk of the shop', withCode('ENOSPC')],
    ['no free connection', new Error('timeout exceeded when trying to connect')],
    ['no response', new Error('Query read timeout')],
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a failed query because of one', new Error('Failed query', { cause: withCode('08006') })],
  ])('is %s', (_, error) => {
    expect(isOutage(error)).toBe(true)
    expect(toApiError(error)?.toJSON()).toMatchObject({ code: 'temporarily_unavailable' })
  })

  it.each([
    ['a violated constraint', withCode('23505')],
    ['a syntax error', withCode('42601')],
    ['a bug', new TypeError('Cannot read properties of undefined')],
    ['no error', undefined],
  ])('is not %s', (_, error) => {
    expect(isOutage(error)).toBe(false)
    expect(toApiError(error)).toBeUndefined()
  })

  it('leaves a refusal as it is', () => {
    const error = new ApiError('paid')
    expect(toApiError(error)).toBe(error)
  })
})
