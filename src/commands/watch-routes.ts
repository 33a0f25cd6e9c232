import { watch } from 'node:fs'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { root } from '@/commands/program'

type Routes = typeof import('@/server/routes')

/** For development: calls are handled by the sources as they are now, not as at the start. */
export function watchRoutes(): () => Promise<Routes['handleCall']> {
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
