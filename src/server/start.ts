import { backend } from '@/server/backend'
import { startRetention } from '@/server/jobs/retention'
import { startSweeper } from '@/server/jobs/sweeper'

/** Opens the database and starts the jobs. What would lose data or money ends the process with its sentence. */
export async function start(): Promise<void> {
  try {
    const open = await backend()
    startSweeper(open)
    startRetention(open)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
