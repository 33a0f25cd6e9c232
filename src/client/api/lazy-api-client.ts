import type { ApiClient } from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'

/**
 * Loads code of the calls, which is no part of the first page's scripts. A failure is that of a call
 * without a network.
 */
export const loadForCall = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch(() => {
    throw new ApiClientError('offline', 0, { detail: 'offline' })
  })

/** An API client that loads its code with its first call. */
export function createLazyApiClient(apiKey: string, readToken: () => string): ApiClient {
  return async (call, ...options) => {
    const { createApiClient } = await loadForCall(
      import(/* webpackChunkName: "calls" */ '@/client/api/api-client'),
    )
    return createApiClient(apiKey, readToken)(call, ...options)
  }
}
