import { describe, expect, it } from 'vitest'
import { toLocalAddress } from '@/server/pages/preferences'

describe('after choosing a language, the customer returns to the same page', () => {
  it.each([
    ['/checkouts/v2/review/', '/checkouts/v2/review/'],
    ['/checkouts/', '/checkouts/'],
    ['/checkouts/v2/payment/?coupon=take50', '/checkouts/v2/payment/'],
    ['/checkouts/v2/payment/?token=abc&x=1', '/checkouts/v2/payment/?x=1'],
    ['/checkouts/v2/review/#total', '/checkouts/v2/review/'],
  ])('%s', (input, address) => expect(toLocalAddress(input)).toBe(address))
})

describe('an address outside the checkout leads to its entry page', () => {
  it.each([
    null,
    '',
    '/',
    '/admin/',
    '/checkouts',
    '/checkouts-new/',
    'v2/review/',
    '//elsewhere.example/checkouts/',
    '///elsewhere.example/checkouts/',
    '\\\\elsewhere.example/checkouts/',
    '/\\elsewhere.example/checkouts/',
    '/\t/elsewhere.example/checkouts/',
    'https://elsewhere.example/checkouts/',
    'https:elsewhere.example/checkouts/',
    'https://here.invalid@elsewhere.example/checkouts/',
    'javascript:alert(1)//checkouts/',
    'data:text/html,/checkouts/',
    '/checkouts/../admin/',
    '/checkouts/..//elsewhere.example/',
    '/checkouts/%2e%2e//elsewhere.example/',
    'https://[',
    `/checkouts/?x=${'y'.repeat(2_000)}`,
  ])('%j', input => expect(toLocalAddress(input)).toBe('/checkouts/'))

  it('drops line breaks, so that no header can be injected', () => {
    expect(toLocalAddress('/checkouts/\r\nSet-Cookie: a=b')).toBe('/checkouts/Set-Cookie:%20a=b')
  })
})
