import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '@/commands/program'

let built: Promise<string> | undefined

/**
 * The shop's process as one file, made once: read from its thousand sources it would take three times as long to
 * start, and these tests start it again and again.
 */
export function shopProgram(): Promise<string> {
  built ??= build(join(root, `test-results/shop-process-${process.pid}.mjs`))
  return built
}

async function build(outfile: string): Promise<string> {
  // The one that runs our sources everywhere else.
  const load = createRequire(createRequire(import.meta.url).resolve('tsx'))
  await load('esbuild').build({
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
