import { join } from 'node:path'
import { root } from '@/commands/program'

/**
 * Bundles the server and the sandbox into one file each, for production: from their sources a start
 * takes a second more and the server 80 MiB more. Packages are not part of the bundles, as they are
 * not part of Next's.
 */
export async function bundlePrograms(): Promise<void> {
  const { build } = await import('esbuild') // not for a start that needs no build
  await build({
    entryPoints: { app: 'src/commands/start.ts', sandbox: 'src/sandbox/main.ts' },
    absWorkingDir: root,
    // As deep as `src/commands`, because `root` is relative to the file.
    outdir: join(root, '.next/programs'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
}
