import { expect, it } from 'vitest'
import { buildDismissalCookie } from '@/domain/checkout/dismissals'

it('a dismissal ends with the browser session and is limited to the checkout', () => {
  expect(buildDismissalCookie('banner')).toBe('dismissed-banner=1; Path=/checkouts; SameSite=Lax')
})
