import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '@/commands/program'

type Routes = typeof import('@/server/routes')

/** For development: calls are handled by the sources as they are now, not as at the start. */
export async function watchRoutes(): Promise<() => Promise<Routes['handleCall']>> {
  const { tsImport } = await import('tsx/esm/api') // production does not load it
  let routes: Promise<Routes> | undefined
  for (const room of ['domain', 'contract', 'server']) {
    watch(join(root, 'src', room), { recursive: true }, () => {
      routes = undefined
    })
  }
  return async () => {
    routes ??= tsImport('../server/routes.ts', import.meta.url)
    return (await routes).handleCall
  }
}
