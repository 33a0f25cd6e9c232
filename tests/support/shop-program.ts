import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '@/commands/program'

let bundled: Promise<string> | undefined

/**
 * The shop's process as one file, made once: read from its thousand sources it would take three times as long to
 * start, and these tests start it again and again.
 */
export function bundleShopProgram(): Promise<string> {
  bundled ??= bundle(join(root, `test-results/shop-process-${process.pid}.mjs`))
  return bundled
}

async function bundle(outfile: string): Promise<string> {
  // The one that runs our sources everywhere else.
  const requireFromTsx = createRequire(createRequire(import.meta.url).resolve('tsx'))
  await requireFromTsx('esbuild').build({
    outfile,
    entryPoints: [join(root, 'tests/support/shop-process.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // These load files of their own beside them.
    external: ['sharp', '@electric-sql/pglite', 'next', 'pino', '@aws-sdk/client-s3', 'pg-native'],
    banner: {
      js: "import { createRequire as requirer } from 'node:module'; const require = requirer(import.meta.url)",
    },
  })
  process.once('exit', () => rmSync(outfile, { force: true }))
  return outfile
}
