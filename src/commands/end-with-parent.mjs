// Preloaded into every program a command starts: when the command is gone, even by kill -9,
// its end of the stdin pipe closes and the program stops itself instead of living on.
import { isMainThread } from 'node:worker_threads'

const graceMs = 5000

// Only the direct child holds the pipe; workers and forks of it inherit this preload without it.
if (isMainThread && process.env.STARTED_BY === String(process.ppid)) {
  process.stdin.on('end', () => {
    setTimeout(() => process.exit(1), graceMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume()
  process.stdin.unref()
}
