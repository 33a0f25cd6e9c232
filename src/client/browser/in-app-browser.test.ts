import { expect, it } from 'vitest'
import { isInAppBrowser } from '@/client/browser/in-app-browser'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML)'

it.each([
  ['Instagram', `${phone} Mobile/15E148 Instagram 402.0.0.1`, true],
  ['Facebook', `${phone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, true],
  ['Line', `${phone} Mobile/15E148 Safari Line/15.2.0`, true],
  ['a view in an Android app', 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/140', true],
  ['Safari', `${phone} Version/19.0 Mobile/15E148 Safari/604.1`, false],
  ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36', false],
])('%s', (_, userAgent, inApp) => {
  expect(isInAppBrowser(userAgent)).toBe(inApp)
})
