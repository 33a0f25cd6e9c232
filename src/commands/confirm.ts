import { createInterface } from 'node:readline/promises'
import { UsageError } from '@/commands/command'

/**
 * Asks before something that cannot be undone; `isConfirmed` is the option `--yes`. Throws when the
 * answer is not yes, and where there is no terminal to ask.
 */
export async function confirm(question: string, isConfirmed = false): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY) throw new UsageError(`${question} Confirm with --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} (yes/no) `)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('Nothing was done.')
}
