import { expect, it } from 'vitest'
import { buildDismissalCookie, readDismissals } from '@/domain/checkout/dismissals'

const readCookiePair = (name: string) => buildDismissalCookie(name).split(';')[0]

it('reads dismissed banners from the cookies', () => {
  const names = ['banner', 'coupon-SUMMER 20%', 'coupon-a=b; c']
  const header = ['language=ar', ...names.map(readCookiePair), 'userToken=abc'].join('; ')
  expect(readDismissals(header)).toEqual(names)
})

it.each([[undefined], [''], ['language=ar'], ['xdismissed-banner=1']])(
  'no banner is dismissed in %j',
  header => expect(readDismissals(header)).toEqual([]),
)

it('a malformed cookie does no harm', () => {
  expect(readDismissals('dismissed-%E0%A4%A=1')).toEqual(['%E0%A4%A'])
})

it('a dismissal ends with the browser session and is limited to the checkout', () => {
  expect(buildDismissalCookie('banner')).toBe('dismissed-banner=1; Path=/checkouts; SameSite=Lax')
})
