import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStorage } from '@/server/gateways/file-storage'
import { crashAt } from '@/server/infra/crash-point'

/** Files in a folder that only this process's user may read. */
export function createDiskStorage(folder: string): FileStorage {
  const resolvePath = (name: string) => join(folder, validateFileName(name))
  return {
    put: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const partialPath = toPartialPath(resolvePath(name))
      try {
        await writeDurably(partialPath, bytes)
        await rename(partialPath, resolvePath(name))
        await syncFolder(folder)
        crashAt('file_stored')
      } catch (error) {
        await rm(partialPath, { force: true }).catch(() => undefined)
        throw error
      }
    },
    get: name => readFile(resolvePath(name)).catch(ignoreMissing),
    remove: async name => {
      await rm(toPartialPath(resolvePath(name)), { force: true })
      await rm(resolvePath(name), { force: true })
    },
  }
}

/** A file is written under another name and renamed: under its own name it is complete. */
const toPartialPath = (path: string) => `${path}.part`

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    crashAt('file_half_written')
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncing the folder makes the new name durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Throws for anything but a plain file name, so that no path leaves the folder. */
function validateFileName(name: string): string {
  if (!/^[\w-]+\.\w+$/.test(name)) throw new Error('that is no name of a stored file')
  return name
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
