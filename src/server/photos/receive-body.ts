import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import { shouldCloseConnection } from '@/server/infra/api-error'
import { createPhotoError } from '@/server/photos/photo-errors'

/** Limit for silence of the sender. */
const idleTimeoutMs = 20_000
/**
 * While other uploads wait, a sender has to have sent this much on average since its start. A phone on
 * a poor connection sends 30 kB per second, so it may pause for five sixths of the time, for example
 * while it changes networks. The average is read at this interval from the second time on: the first
 * would be too early for a phone that pauses at its start, and an upload waits up to 20 s for a place.
 */
const minBytesPerSecond = 5_000
const speedCheckIntervalMs = 5_000

/**
 * Pipes a request's body into a target until its end. `abort` ends it early with an error,
 * `abortAsBroken` as malformed. The caller handles the target's errors.
 */
export function startTransfer(
  request: IncomingMessage,
  target: Writable,
  limits: { maxBytes: number; timeoutMs: number; isContended: () => boolean },
) {
  const { promise: completion, resolve, reject } = createDeferred()
  const deadlineTimer = setTimeout(() => abort(createPhotoError('slow')), limits.timeoutMs)
  const idleTimer = setTimeout(() => abort(createPhotoError('slow')), idleTimeoutMs)
  const speedTimer = setInterval(() => checkSpeed(), speedCheckIntervalMs)
  let checkCount = 0
  let receivedBytes = 0
  let isOver = false
  const countBytes = (chunk: Buffer) => {
    idleTimer.refresh()
    receivedBytes += chunk.length
    if (receivedBytes > limits.maxBytes) abort(createPhotoError('large'))
  }
  const checkSpeed = () => {
    checkCount += 1
    const elapsedSeconds = (checkCount * speedCheckIntervalMs) / 1_000
    const isSlow = receivedBytes < elapsedSeconds * minBytesPerSecond
    if (checkCount > 1 && isSlow && limits.isContended()) abort(createPhotoError('slow'))
  }
  const end = () => {
    isOver = true
    clearTimeout(deadlineTimer)
    clearTimeout(idleTimer)
    clearInterval(speedTimer)
    request.off('data', countBytes)
  }
  const abort = (error: Error) => {
    if (isOver) return
    end()
    request.unpipe(target)
    // Browsers read the response only after sending everything, so the rest is read. A sender that
    // is too slow, or sends too much, is cut off.
    if (!shouldCloseConnection(error)) request.resume()
    reject(error)
  }
  const abortAsBroken = () => abort(createPhotoError('broken'))
  target.on('finish', () => {
    end()
    resolve()
  })
  request.on('close', () => request.readableEnded || abortAsBroken())
  request.on('data', countBytes)
  request.pipe(target)
  // It closed before: the event will not come again.
  if (request.destroyed) abortAsBroken()
  return { completion, abort, abortAsBroken }
}

function createDeferred() {
  let resolve = () => {}
  let reject = (_: Error) => {}
  const promise = new Promise<void>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) }
}
