// The web server's own configuration reads this, where the alias of the sources is not known.
import { stepById, steps } from '../checkout/steps'

/**
 * Pages by the names that analytics has for them (SPEC 2), which were addresses once: in the older family
 * `/checkouts-new/`, and below the base path.
 */
export const olderPaths: [path: string, route: string][] = [
  ['/select-idp/', stepById('driver-details').route],
  ...steps.map(({ analyticsPath, route }): [string, string] => [analyticsPath, route]),
  ...photos([
    ['/verify-identity/upload-selfie/', 'profile'],
    ['/verify-identity/upload-license-front/', 'license_front'],
    ['/verify-identity/upload-license-back/', 'license_back'],
    ['/verify-identity/upload-signature/', 'signature'],
  ]),
]

function photos(parts: [path: string, document: string][]): [string, string][] {
  const { route } = stepById('upload-photos')
  return parts.map(([path, document]) => [path, `${route}?doc=${document}`])
}

/** The redirects from them, as the web server takes them; the query goes along, and may hold a token: none is kept. */
export const olderAddresses = (base: string) =>
  [
    { source: '/checkouts-new/', destination: `${base}/` },
    ...olderPaths.flatMap(([path, route]) => [
      { source: `/checkouts-new${path}`, destination: base + route },
      { source: base + path, destination: base + route },
    ]),
  ].map(address => ({ ...address, basePath: false as const, permanent: false }))
