import { resolve } from 'node:path'
import type { NextConfig } from 'next'
import { securityHeaders } from './src/server/security'

const config: NextConfig = {
  basePath: '/checkouts',
  trailingSlash: true,
  reactStrictMode: true,
  poweredByHeader: false,
  // Pages of a customer are never stored, so there is nothing to compare.
  generateEtags: false,
  // Types have a command of their own, and the build must not depend on the compiler's interface.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino'],
  // SPEC 9: quality 75, device widths 640 to 3840.
  images: {
    deviceSizes: [640, 750, 828, 1080, 1200, 1920, 2048, 3840],
    qualities: [75],
    // Pictures of the shop alone: whatever is optimised is kept for everybody, and photos are private.
    localPatterns: [
      { pathname: '/checkouts/_next/static/**', search: '' },
      { pathname: '/checkouts/travel/**', search: '' },
    ],
  },
  // The translation library copies a component's statics; the app has none, and 1.2 kB of every first visit were theirs.
  webpack: config => {
    config.resolve.alias['hoist-non-react-statics'] = resolve('src/client/no-statics.ts')
    return config
  },
  rewrites: async () => [{ source: '/backend/api/:path*/', destination: '/api/backend/:path*/' }],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // A flag changes less often than a year passes.
    {
      source: '/flags/:path*',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000' }],
    },
  ],
}

export default config
