import { expect, it } from 'vitest'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'

const pickParams = (search: string, launch: string[] = []) =>
  pickPassthroughParams([...new URLSearchParams(search)], launch)

it('passes foreign parameters on from step to step', () => {
  expect(pickParams('?utm_source=mail&utm_source=again&from=review&x=1')).toEqual([
    ['utm_source', 'mail'],
    ['utm_source', 'again'],
    ['x', '1'],
  ])
})

it('drops launch parameters', () => {
  expect(pickParams('?coupon=TAKE&x=1', ['coupon'])).toEqual([['x', '1']])
})

it.each([
  'token=abc',
  'partner-token=abc',
  'back=driver&doc=profile&session=expired',
  'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  'setup_intent_client_secret=seti_1&PayerID=1',
])('drops %s', search => {
  expect(pickParams(`?${search}`)).toEqual([])
})
