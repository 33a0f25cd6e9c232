import { resolve } from 'node:path'
import type { NextConfig } from 'next'
import { buildLegacyRedirects } from './src/domain/links/legacy-routes'
import { securityHeaders } from './src/server/http/csp'

interface Splitting {
  chunks: (chunk: { name?: string }) => boolean
  minSize: number
}

/**
 * What the express pages share with the steps stays with each in one piece, and smaller pieces than this many
 * bytes (before they are minified) are no files of their own: cut out, both cost the first step 1 kB.
 */
function keepTogether(split: Splitting): void {
  const { chunks } = split
  if (typeof chunks !== 'function') return
  split.chunks = chunk => !chunk.name?.startsWith('pages/express/') && chunks(chunk)
  split.minSize = 40_000
}

const config: NextConfig = {
  basePath: '/checkouts',
  trailingSlash: true,
  reactStrictMode: true,
  poweredByHeader: false,
  // Pages of a customer are never stored, so there is nothing to compare.
  generateEtags: false,
  // Types have a command of their own, and the build must not depend on the compiler's interface.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino', '@sentry/nextjs'],
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
  webpack: (config, { isServer }) => {
    // Eight digits name a build's chunk well enough: the page's first script lists them all.
    config.output.hashDigestLength = 8
    // Short ids of modules and chunks: 1.6 kB of every first visit. That they change with each release costs nobody
    // anything: customers come once.
    if (!isServer) Object.assign(config.optimization, { moduleIds: 'size', chunkIds: 'size' })
    config.resolve.alias['hoist-non-react-statics'] = resolve('src/client/browser/no-statics.ts')
    // The face model's runtime asks for a module by a name it makes: a branch that no browser takes.
    config.ignoreWarnings = [...(config.ignoreWarnings ?? []), { module: /face-api\.esm\.js$/ }]
    if (!isServer) keepTogether(config.optimization.splitChunks)
    return config
  },
  rewrites: async () => [
    { source: '/backend/api/:path*/', destination: '/api/backend/:path*/' },
    // Beside the texts, with a suffix (SPEC 7).
    {
      source: '/locales/:language/:namespace.missing.json',
      destination: '/api/missing-texts/?language=:language&namespace=:namespace',
    },
    // A file that a language lacks is read in English, as on the server.
    { source: '/locales/:language/:namespace.json', destination: '/locales/en/:namespace.json' },
  ],
  redirects: async () => buildLegacyRedirects('/checkouts'),
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
