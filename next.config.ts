import type { NextConfig } from 'next'

const config: NextConfig = {
  basePath: '/checkouts',
  trailingSlash: true,
  reactStrictMode: true,
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino'],
  rewrites: async () => [{ source: '/backend/api/:path*/', destination: '/api/backend/:path*/' }],
}
export default config
