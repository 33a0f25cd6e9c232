// next.config.ts imports this file; Next resolves no path alias there.
import { analyticsPaths } from '../analytics/analytics-paths'
import { findStep, steps } from '../checkout/steps'

/**
 * The virtual pages of analytics, which were once addresses: under `/checkouts-new/` and under the
 * base path.
 */
export const legacyPaths: [path: string, route: string][] = [
  ['/select-idp/', findStep('driver-details').route],
  ...steps.map(({ id, route }): [string, string] => [analyticsPaths[id], route]),
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

/**
 * The redirects in Next.js format. The query is passed on; it may contain a token, so they are
 * temporary and not cached.
 */
export const buildLegacyRedirects = (basePath: string) =>
  [
    { source: '/checkouts-new/', destination: `${basePath}/` },
    ...legacyPaths.flatMap(([path, route]) => [
      { source: `/checkouts-new${path}`, destination: basePath + route },
      { source: basePath + path, destination: basePath + route },
    ]),
  ].map(address => ({ ...address, basePath: false as const, permanent: false }))
