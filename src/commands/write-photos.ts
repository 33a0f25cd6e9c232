import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backend } from '@/server/backend'
import { readPhotoFile, showOrder } from '@/server/orders/show-order'

/**
 * Writes the photos of an order to a folder and returns the files. Only this user can read them, and open
 * a folder that did not exist.
 */
export async function writePhotos(backend: Backend, id: string, folder: string): Promise<string[]> {
  const { photos } = await showOrder(backend, { params: { id } })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: string[] = []
  for (const { type, revision } of photos) {
    const file = join(folder, `${id}-${type}-${revision}.jpg`)
    const photo = await readPhotoFile(backend, { params: { id, type }, query: {} })
    // An existing file would keep its mode.
    await rm(file, { force: true })
    await writeFile(file, photo, { mode: 0o600 })
    files.push(file)
  }
  return files
}
