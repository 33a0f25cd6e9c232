import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { buildDismissalCookie } from '@/domain/checkout/dismissals'
import {
  dropUntrustedHeaders,
  isSameOrigin,
  parseCookie,
  readDismissals,
  resolveClientAddress,
} from '@/server/http/request'

const createRequest = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

describe('the client address', () => {
  it.each<[string, string, string | undefined, number, string]>([
    ['the peer address without a proxy', '192.0.2.1', undefined, 0, '192.0.2.1'],
    ['never a forwarded address without a proxy', '192.0.2.1', '10.0.0.1', 0, '192.0.2.1'],
    ['the last forwarded address with one proxy', '10.0.0.1', '1.1.1.1, 192.0.2.1', 1, '192.0.2.1'],
    ['the last but one with two proxies', '10.0.0.2', '192.0.2.1, 10.0.0.1', 2, '192.0.2.1'],
    ['the peer address if the proxy forwards none', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['the IPv4 address on a dual-stack socket', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['the /64 network of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
    ['the /64 network of a compressed address', '2001:0DB8:1:2::6', undefined, 0, '2001:db8:1:2'],
    ['the /64 network with its zeros', '2001:db8::1', undefined, 0, '2001:db8:0:0'],
    ['the /64 network behind a proxy', '10.0.0.1', '2001:db8:1:2::9', 1, '2001:db8:1:2'],
    ['the /64 network of the loopback address', '::1', undefined, 0, '0:0:0:0'],
    ['the /64 network without the zone', 'fe80::1%eth0', undefined, 0, 'fe80:0:0:0'],
  ])('is %s', (_, direct, forwarded, proxies, address) => {
    expect(resolveClientAddress(createRequest(direct, forwarded), proxies)).toBe(address)
  })
})

describe('a write from the origin https://shop.example', () => {
  it.each<[string, string, string | undefined, number, boolean]>([
    ['the shop’s, at its own host', 'shop.example', undefined, 0, true],
    ['another’s, although a header names that host', '10.0.0.1', 'shop.example', 0, false],
    ['the shop’s behind a proxy', '10.0.0.1', 'shop.example', 1, true],
    ['another’s behind a proxy', '10.0.0.1', 'shop.example, other.example', 1, false],
    ['the shop’s behind two proxies', '10.0.0.1', 'x.example, shop.example, lb.local', 2, true],
    ['the shop’s behind two, the second of which replaces it', '10.0.0.1', 'shop.example', 2, true],
    ['the shop’s behind a proxy that names no host', 'shop.example', undefined, 1, true],
  ])('is %s', (_, host, forwarded, proxies, expected) => {
    const headers = { origin: 'https://shop.example', host, 'x-forwarded-host': forwarded }
    expect(isSameOrigin({ headers }, proxies)).toBe(expected)
  })
})

describe('headers of proxies', () => {
  const headers = { host: 'shop.example', 'x-forwarded-host': 'a', 'x-forwarded-proto': 'https' }

  it('are removed without a proxy, before Next reads them', () => {
    const request = { headers: { ...headers } }
    dropUntrustedHeaders(request, 0)
    expect(request.headers).toEqual({ host: 'shop.example' })
  })

  it('remain behind a proxy', () => {
    const request = { headers: { ...headers } }
    dropUntrustedHeaders(request, 1)
    expect(request.headers).toEqual(headers)
  })
})

describe('the value of the cookie `language`', () => {
  it.each<[string | undefined, string | undefined]>([
    ['language=ar', 'ar'],
    ['userToken=abc; language=ar; currency=EUR', 'ar'],
    ['userToken=abc;language=ar', 'ar'],
    ['language=ar; language=de', 'ar'],
    ['language=a%3Db%3B%20c', 'a=b; c'],
    ['language=a=b=', 'a=b='],
    ['language="ar"', '"ar"'],
    ['language=', ''],
    ['language=%E0%A4%A', undefined],
    ['xlanguage=ar; languagex=de', undefined],
    [';;=;', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, value) => {
    expect(parseCookie(header, 'language')).toBe(value)
  })

  it.each(['__proto__', 'constructor', 'toString'])('is never inherited: %s', name => {
    expect(parseCookie('language=ar', name)).toBeUndefined()
  })
})

const readCookiePair = (name: string) => buildDismissalCookie(name).split(';')[0]

describe('dismissed banners', () => {
  it('are read from the cookies', () => {
    const names = ['banner', 'coupon-SUMMER 20%', 'coupon-a=b; c']
    const header = ['language=ar', ...names.map(readCookiePair), 'userToken=abc'].join('; ')
    expect(readDismissals(header)).toEqual(names)
  })

  it.each([[undefined], [''], ['language=ar'], ['xdismissed-banner=1']])('are none in %j', header =>
    expect(readDismissals(header)).toEqual([]),
  )

  it('are not harmed by a malformed cookie', () => {
    expect(readDismissals('dismissed-%E0%A4%A=1')).toEqual(['%E0%A4%A'])
  })
})
