// The web server's own configuration reads this, where the alias of the sources is not known.
import { findStep, steps } from '../checkout/steps'

/**
 * Pages by the names that analytics has for them (SPEC 2), which were addresses once: in the older family
 * `/checkouts-new/`, and below the base path.
 */
export const legacyPaths: [path: string, route: string][] = [
  ['/select-idp/', findStep('driver-details').route],
  ...steps.map(({ analyticsPath, route }): [string, string] => [analyticsPath, route]),
  ...buildPhotoPaths([
    ['/verify-identity/upload-selfie/', 'profile'],
    ['/verify-identity/upload-license-front/', 'license_front'],
    ['/verify-identity/upload-license-back/', 'license_back'],
    ['/verify-identity/upload-signature/', 'signature'],
  ]),
]

function buildPhotoPaths(parts: [path: string, document: string][]): [string, string][] {
  const { route } = findStep('upload-photos')
  return parts.map(([path, document]) => [path, `${route}?doc=${document}`])
}

/** The redirects from them, as the web server takes them; the query goes along, and may hold a token: none is kept. */
export const buildLegacyRedirects = (basePath: string) =>
  [
    { source: '/checkouts-new/', destination: `${basePath}/` },
    ...legacyPaths.flatMap(([path, route]) => [
      { source: `/checkouts-new${path}`, destination: basePath + route },
      { source: basePath + path, destination: basePath + route },
    ]),
  ].map(address => ({ ...address, basePath: false as const, permanent: false }))
