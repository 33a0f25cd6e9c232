import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { resolveClientAddress } from '@/server/http/request'

const createRequest = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

describe('who calls', () => {
  it.each<[string, string, string | undefined, number, string]>([
    ['the other end of the line', '192.0.2.1', undefined, 0, '192.0.2.1'],
    ['and nobody they claim to be', '192.0.2.1', '10.0.0.1', 0, '192.0.2.1'],
    ['whom our own proxy has seen', '10.0.0.1', '1.1.1.1, 192.0.2.1', 1, '192.0.2.1'],
    [
      'whom the first of our two proxies has seen',
      '10.0.0.2',
      '192.0.2.1, 10.0.0.1',
      2,
      '192.0.2.1',
    ],
    ['our proxy itself where it says nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['the same on a socket for both kinds', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['a whole network of IPv6', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
    ['the same, written short', '2001:0DB8:1:2::6', undefined, 0, '2001:db8:1:2'],
    ['one with zeros in it', '2001:db8::1', undefined, 0, '2001:db8:0:0'],
    ['one behind a proxy', '10.0.0.1', '2001:db8:1:2::9', 1, '2001:db8:1:2'],
    ['one of this machine', '::1', undefined, 0, '0:0:0:0'],
    ['one with a zone', 'fe80::1%eth0', undefined, 0, 'fe80:0:0:0'],
  ])('is %s', (_, direct, forwarded, proxies, address) => {
    expect(resolveClientAddress(createRequest(direct, forwarded), proxies)).toBe(address)
  })
})
