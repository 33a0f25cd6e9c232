import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '@/server/gateways/file-storage'
import { failpoint } from '@/server/infra/crash-point'

/** Files in a folder that nobody but this program's user may look into. */
export function diskFiles(folder: string): Files {
  const pathOf = (name: string) => join(folder, plain(name))
  return {
    put: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const half = halfOf(pathOf(name))
      try {
        await writeDurably(half, bytes)
        await rename(half, pathOf(name))
        await flush(folder)
        failpoint('file_stored')
      } catch (error) {
        await rm(half, { force: true }).catch(() => undefined)
        throw error
      }
    },
    get: name => readFile(pathOf(name)).catch(undefinedWhenGone),
    remove: async name => {
      await rm(halfOf(pathOf(name)), { force: true })
      await rm(pathOf(name), { force: true })
    },
  }
}

/** A file on its way has another name: what has its own is whole. */
const halfOf = (path: string) => `${path}.part`

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    failpoint('file_half_written')
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is safe on disk once its folder is. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Names lead nowhere else; ours never do, and should one come from elsewhere, it is refused. */
function plain(name: string): string {
  if (!/^[\w-]+\.\w+$/.test(name)) throw new Error('that is no name of a stored file')
  return name
}

function undefinedWhenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
