// Preloaded into every program that a command starts. When the command dies, even by kill -9, its
// end of the stdin pipe closes and the program stops itself.
import { isMainThread } from 'node:worker_threads'

const graceMs = 5000

// Only the direct child holds the pipe; its workers and forks inherit this preload without it.
if (isMainThread && process.env.STARTED_BY === String(process.ppid)) {
  process.stdin.on('end', () => {
    setTimeout(() => process.exit(1), graceMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume()
  process.stdin.unref()
}
