import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backend } from '@/server/backend'
import { mailFolder } from '@/server/gateways/mail'
import { incomingFolder } from '@/server/photos/upload'

const hourMs = 60 * 60_000

/** Deletes old mail files and the remains of crashes. Returns their number. */
export async function sweepMails({ env }: Backend, before: Date): Promise<number> {
  const folder = join(env.dataDir, mailFolder)
  const names = await readdir(folder).catch(() => [])
  let deletedCount = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!/\.eml(?:\.part)?$/.test(name) || !file || file.mtimeMs >= before.getTime()) continue
    await rm(join(folder, name), { force: true })
    deletedCount += 1
  }
  return deletedCount
}

/** Deletes upload forms that a dead process of this machine was reading. Returns their number. */
export async function sweepIncoming({ env }: Backend): Promise<number> {
  // File times come from the machine's clock, not from `now`.
  const beforeMs = Date.now() - hourMs
  const folder = join(env.dataDir, incomingFolder)
  const names = await readdir(folder).catch(() => [])
  let deletedCount = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!file || file.mtimeMs >= beforeMs) continue
    await rm(join(folder, name), { force: true })
    deletedCount += 1
  }
  return deletedCount
}
