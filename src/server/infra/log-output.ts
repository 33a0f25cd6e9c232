import { type DestinationStream, pino } from 'pino'

/** Lines that wait for the output, for example while its disk is full; further ones are dropped. */
const maxWaitingBytes = 1024 ** 2

/**
 * Standard output, or another open file, as the log's destination. A line that cannot be written, because the disk is full
 * or the reader is gone, is no error of the program: an error would be logged, and fail again.
 */
export function createLogOutput(fd = 1): DestinationStream {
  const output = pino.destination({ fd, sync: true, maxLength: maxWaitingBytes })
  output.on('error', () => undefined)
  return output
}

/** The same for what Node and Next write: without a listener, a failed write ends the process. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
