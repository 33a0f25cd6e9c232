import { resolve } from 'node:path'
import type { NextConfig } from 'next'
import { buildLegacyRedirects } from './src/domain/links/legacy-routes'
import { securityHeaders } from './src/server/http/csp'

interface Splitting {
  chunks: (chunk: { name?: string }) => boolean
  minSize: number
}

/**
 * Express pages keep the code that they share with the steps, and no shared chunk is smaller than
 * 60,000 bytes before minification: splitting either adds 1 kB to the first step.
 */
function keepTogether(split: Splitting): void {
  const { chunks } = split
  if (typeof chunks !== 'function') return
  split.chunks = chunk => !chunk.name?.startsWith('pages/express/') && chunks(chunk)
  split.minSize = 60_000
}

/** Points Next's start-up code to our `hydrateRoot`. */
function hydrateInTransition(module: { request: string; contextInfo: { issuer: string } }): void {
  if (/next\/dist\/client\/index\.js$/.test(module.contextInfo.issuer))
    module.request = resolve('src/client/browser/hydrate-in-transition.ts')
}

const nextClient = /next\/dist\/(?:shared\/lib\/router\/|client\/(?:index|page-loader)\.js$)/

/** Gives Next's code in the browser the few parts that it uses of larger modules. */
function slimNext(module: { request: string; contextInfo: { issuer: string } }): void {
  if (nextClient.test(module.contextInfo.issuer))
    module.request = resolve('src/client/browser/next-parts.ts')
}

/**
 * Marks the scripts of a first load: V8 compiles their functions while they load, on another thread.
 * It reads the mark in the first line only; the stage is after minification.
 */
const compileHints = {
  include: /\.js$/,
  raw: true,
  banner: ({ chunk }: { chunk: { canBeInitial: () => boolean } }) =>
    chunk.canBeInitial() ? '//# allFunctionsCalledOnLoad' : '',
  stage: 5_000,
}

const config: NextConfig = {
  basePath: '/checkouts',
  trailingSlash: true,
  reactStrictMode: true,
  poweredByHeader: false,
  // The server file does it.
  compress: false,
  // Customers' pages are never cached, so there is nothing to revalidate.
  generateEtags: false,
  // `npm run build` runs the compiler first: Next's own check needs an API that TypeScript 7 lacks.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino', '@sentry/nextjs'],
  // Recognizes pages of the app router, which the product does not have.
  experimental: { clientRouterFilter: false },
  images: {
    deviceSizes: [640, 750, 828, 1080, 1200, 1920, 2048, 3840],
    qualities: [75],
    // Only the shop's own pictures: optimized images are cached for all visitors, and photos are
    // private.
    localPatterns: [
      { pathname: '/checkouts/_next/static/**', search: '' },
      { pathname: '/checkouts/travel/**', search: '' },
    ],
  },
  webpack: (config, { isServer, dev, webpack }) => {
    // Eight digits identify a build's chunk; the page's first script lists them all.
    config.output.hashDigestLength = 8
    // Short ids of modules and chunks save 1.6 kB of every first visit. They change with each
    // release, which costs little: customers come once.
    if (!isServer) Object.assign(config.optimization, { moduleIds: 'size', chunkIds: 'size' })
    // The face model's runtime imports a module by a computed name, in a branch that no browser
    // runs.
    config.ignoreWarnings = [...(config.ignoreWarnings ?? []), { module: /face-api\.esm\.js$/ }]
    if (isServer) return config
    keepTogether(config.optimization.splitChunks)
    config.plugins.push(
      new webpack.NormalModuleReplacementPlugin(/^react-dom\/client$/, hydrateInTransition),
      new webpack.NormalModuleReplacementPlugin(
        /\/lib\/constants$|\/route-match-utils$|\/script$/,
        slimNext,
      ),
      ...(dev ? [] : [new webpack.BannerPlugin(compileHints)]),
    )
    return config
  },
  redirects: async () => buildLegacyRedirects('/checkouts'),
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}

export default config
