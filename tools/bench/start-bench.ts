import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@/commands/port'
import { startProgram } from '@/commands/program'

const runs = 3
const pollIntervalMs = 20

/**
 * The time until the demo prints that it is ready, on the embedded database: with an empty data
 * folder, and with that of the start before. The best of three.
 */
export async function measureDemoStarts(): Promise<{ firstMs: number; nextMs: number }> {
  const starts: { firstMs: number; nextMs: number }[] = []
  while (starts.length < runs) {
    const dataDir = mkdtempSync(join(tmpdir(), 'first-start-'))
    starts.push({ firstMs: await measureStart(dataDir), nextMs: await measureStart(dataDir) })
    rmSync(dataDir, { recursive: true })
  }
  return {
    firstMs: Math.min(...starts.map(({ firstMs }) => firstMs)),
    nextMs: Math.min(...starts.map(({ nextMs }) => nextMs)),
  }
}

async function measureStart(dataDir: string): Promise<number> {
  const file = join(dataDir, `${performance.now()}.log`)
  const env = { DATA_DIR: dataDir, PORT: `${await freePort()}`, DATABASE_URL: '' }
  const startedAt = performance.now()
  const args = ['--import', 'tsx', 'src/commands/demo.ts']
  const demo = startProgram({ name: 'The demo', args, env, output: { file } })
  while (!readFileSync(file, 'utf8').includes('Ready: ')) {
    if (demo.hasExited()) throw new Error(`The demo did not start:\n${readFileSync(file, 'utf8')}`)
    await wait(pollIntervalMs)
  }
  const durationMs = Math.round(performance.now() - startedAt)
  await demo.stop()
  return durationMs
}
