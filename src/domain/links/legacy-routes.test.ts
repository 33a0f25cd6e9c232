import { describe, expect, it } from 'vitest'
import { buildLegacyRedirects, legacyPaths } from '@/domain/links/legacy-routes'
import { buildPhotoRoute, photoPaths } from '@/domain/photos/photo-files'

const findRedirect = (source: string) =>
  buildLegacyRedirects('/checkouts').find(address => address.source === source)?.destination

describe('a legacy address', () => {
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
  ])('redirects: %s', (source, destination) => {
    expect(findRedirect(source)).toBe(destination)
  })

  it.each(Object.entries(photoPaths))('redirects to its photo: %s', (type, path) => {
    expect(findRedirect(`/checkouts-new${path}`)).toBe(
      `/checkouts${buildPhotoRoute(type as keyof typeof photoPaths)}`,
    )
  })

  it('never redirects to itself', () => {
    for (const [path, route] of legacyPaths) expect(route).not.toBe(path)
  })
})
