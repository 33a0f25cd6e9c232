import { describe, expect, it } from 'vitest'
import { olderAddresses, olderPaths } from '@/domain/links/legacy-routes'
import { photoPaths, photoRoute } from '@/domain/photos/photo-files'

const wayFrom = (source: string) =>
  olderAddresses('/checkouts').find(address => address.source === source)?.destination

describe('an older address', () => {
  it.each([
    ['/checkouts-new/', '/checkouts/'],
    ['/checkouts-new/select-idp/', '/checkouts/v2/driver-details/'],
    ['/checkouts-new/driver-details/', '/checkouts/v2/driver-details/'],
    ['/checkouts-new/verify-identity/', '/checkouts/v2/upload-photos/'],
    ['/checkouts-new/shipping/', '/checkouts/v2/shipping/'],
    ['/checkouts-new/review/', '/checkouts/v2/review/'],
    ['/checkouts-new/payment/', '/checkouts/v2/payment/'],
    ['/checkouts-new/completed/', '/checkouts/thank-you/'],
    ['/checkouts/payment/', '/checkouts/v2/payment/'],
  ])('leads on: %s', (source, destination) => {
    expect(wayFrom(source)).toBe(destination)
  })

  it.each(Object.entries(photoPaths))('leads to its photo: %s', (type, path) => {
    expect(wayFrom(`/checkouts-new${path}`)).toBe(
      `/checkouts${photoRoute(type as keyof typeof photoPaths)}`,
    )
  })

  it('never leads to itself', () => {
    for (const [path, route] of olderPaths) expect(route).not.toBe(path)
  })
})
