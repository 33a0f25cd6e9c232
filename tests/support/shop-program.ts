import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '@/commands/program'

let bundled: Promise<string> | undefined

/**
 * Bundles the shop process into one file, once. From its thousand sources a start takes three times
 * as long, and these tests restart it often.
 */
export function bundleShopProgram(): Promise<string> {
  bundled ??= bundle(join(root, `test-results/shop-process-${process.pid}.mjs`))
  return bundled
}

async function bundle(outfile: string): Promise<string> {
  await build({
    outfile,
    entryPoints: [join(root, 'tests/support/shop-process.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // These packages load files from their own folder.
    external: ['sharp', '@electric-sql/pglite', 'next', 'pino', '@aws-sdk/client-s3', 'pg-native'],
    banner: {
      js: "import { createRequire as requirer } from 'node:module'; const require = requirer(import.meta.url)",
    },
  })
  process.once('exit', () => rmSync(outfile, { force: true }))
  return outfile
}
