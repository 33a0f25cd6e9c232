import fs from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** As large as a small photo: on a full disk a few bytes may still fit into a block. */
const probe = Buffer.alloc(65_536)

/** Writes and removes a file in this folder. Throws the disk's error when that fails. */
export async function checkWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, '.write-check')
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(probe)
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** Throws `ENOSPC` when the disk of this folder has fewer bytes left. */
export function ensureFreeSpace(folder: string, minFreeBytes: number): void {
  const { bavail, bsize } = fs.statfsSync(folder)
  if (bavail * bsize < minFreeBytes)
    throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' })
}
