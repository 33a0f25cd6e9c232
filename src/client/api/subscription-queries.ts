import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '@/client/api/api-client'
import { cancelSubscription, readRenewal } from '@/contract/subscriptions'

/** Auto-renewal of a checkout's order. */
export const renewalQuery = (api: ApiClient, token: string) =>
  queryOptions({ queryKey: ['renewal', token], queryFn: () => api(readRenewal, { token }) })

/** Stops the auto-renewal. Offline it fails at once: a paused press would stop it unseen later. */
export const stopRenewalMutation = (api: ApiClient, token: string) =>
  mutationOptions({
    mutationKey: ['stop-renewal', token],
    mutationFn: () => api(cancelSubscription, { body: { token } }),
    networkMode: 'always',
    onSuccess: (renewal, _variables, _onMutateResult, { client }) =>
      client.setQueryData(renewalQuery(api, token).queryKey, renewal),
  })
