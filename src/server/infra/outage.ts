import { ApiError } from '@/server/infra/api-error'

/** The database or the disk is usually back after this time; restarting takes seconds. */
const retryAfterSeconds = 5

/**
 * The error that the caller may see: an `ApiError` itself, `temporarily_unavailable` when the
 * database or the disk is away. Undefined for any other fault.
 */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  return isOutage(error) ? createOutageError() : undefined
}

/** The refusal of a request while the database or the disk is away. */
export const createOutageError = (): ApiError =>
  new ApiError('temporarily_unavailable', { retryAfterSeconds })

/** Whether an error or one of its causes says that the database or the disk is away or full. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message, cause } = error as Error & { code?: unknown }
  return (
    outageCodes.has(String(code)) ||
    outageClasses.test(String(code)) ||
    outageMessages.test(message) ||
    isOutage(cause)
  )
}

const outageCodes = new Set([
  // The network to the database.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The disk.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  // PostgreSQL: a standby after a failover, ended idle transaction, statement or lock timeout.
  '25006',
  '25P03',
  '57014',
  '55P03',
])

/**
 * Classes of PostgreSQL's codes: 08 connection, 53 resources (connections, disk, memory), 57P
 * shutdown and start, 58 the server's own disk.
 */
const outageClasses = /^(?:08...|53...|57P..|58...)$/

/** Errors without a code, of pg and its pool and of the embedded database. */
const outageMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|PGlite is closed)/
