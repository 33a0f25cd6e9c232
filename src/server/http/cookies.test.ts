import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Env } from '@/server/config/env'
import {
  buildCheckoutStartedCookie,
  buildClickCookie,
  buildExpiredTokenCookie,
  buildFreeShippingCookie,
  buildPhotoPassCookie,
  buildPreferenceCookie,
  buildReferralCookie,
  buildTokenCookie,
  setCookie,
} from '@/server/http/cookies'

const env = { appUrl: 'https://shop.test' } as Env
const hidden = 'Path=/checkouts; HttpOnly; Secure; SameSite=Lax'
const readable = 'Path=/checkouts; Secure; SameSite=Lax'
const in2099 = new Date(Date.UTC(2099, 11, 31))

describe('the Set-Cookie header', () => {
  it.each([
    ['of a token', buildTokenCookie(env, 'aB-_9'), `userToken=aB-_9; Max-Age=2592000; ${hidden}`],
    ['that deletes the token', buildExpiredTokenCookie(env), `userToken=; Max-Age=0; ${hidden}`],
    ['of a new checkout', buildCheckoutStartedCookie(env), `begun=1; Max-Age=3600; ${readable}`],
    ['of a pass', buildPhotoPassCookie(env, 'p', 7_200), `photos=p; Max-Age=7200; ${hidden}`],
    [
      'of a click',
      buildClickCookie(env, 'gclid', '{"a":"b; c"}', 90),
      `gclid=%7B%22a%22%3A%22b%3B%20c%22%7D; Max-Age=7776000; ${hidden}`,
    ],
    [
      'of a referral',
      buildReferralCookie(env, 'Zoë\r\na', 90),
      `referralCode=Zo%C3%AB%0D%0Aa; Max-Age=7776000; ${readable}`,
    ],
    [
      'of free delivery',
      buildFreeShippingCookie(env, 'SHIP 5', in2099),
      `free_shipping=SHIP%205; Max-Age=86400; ${hidden}`,
    ],
    [
      'of a choice',
      buildPreferenceCookie(env, 'language', 'ar'),
      `language=ar; Max-Age=34560000; ${readable}`,
    ],
  ])('%s', (_, header, expected) => {
    expect(header).toBe(expected)
  })

  it.each([
    ['https://shop.test', true],
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['http://shop.test', false],
  ])('of a shop at %s: Secure is %s', (appUrl, isSecure) => {
    const header = buildPreferenceCookie({ ...env, appUrl }, 'language', 'ar')
    expect(header.includes('; Secure;')).toBe(isSecure)
  })

  it('is added to those that the response already has', () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    for (const cookie of ['a=1', 'b=2', 'c=3']) setCookie(response, cookie)
    expect(response.getHeader('Set-Cookie')).toEqual(['a=1', 'b=2', 'c=3'])
  })
})
