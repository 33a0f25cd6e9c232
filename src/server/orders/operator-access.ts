import { createHash, timingSafeEqual } from 'node:crypto'
import type { Backend } from '@/server/backend'
import { type RouteRequest, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit, releaseHit } from '@/server/limits/rate-limit'

/** Against guessing: wrong keys from an address. */
const wrongKeyLimit: RateLimit = { name: 'operator-key', maxHits: 20, windowSeconds: 900 }
/** Against a program that has lost its way; a page of a list takes one call. */
const callLimit: RateLimit = { name: 'operator-calls', maxHits: 600, windowSeconds: 60 }

/**
 * Checks the bearer key of an operator's call. Throws `not_found` in a shop without keys,
 * `operator_key` for a missing or wrong one, and `rate_limited`.
 */
export async function authorizeOperator(backend: Backend, request: RouteRequest): Promise<void> {
  const { operatorKeys, trustedProxies } = backend.env
  if (!operatorKeys) throw new ApiError('not_found')
  const address = resolveClientAddress(request, trustedProxies)
  const hit = await consumeLimit(backend, wrongKeyLimit, address)
  const [, key = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  // Compares with every key, so that the time does not show which one is right.
  if (!operatorKeys.map(known => isEqual(key, known)).includes(true))
    throw new ApiError('operator_key')
  await releaseHit(backend, hit)
  await consumeLimit(backend, callLimit, address)
}

/** In constant time; hashes have the same length, whatever was sent. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
