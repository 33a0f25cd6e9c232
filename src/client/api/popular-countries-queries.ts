import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '@/client/api/api-client'
import { readPopularCounts } from '@/contract/popular-countries'

const refreshIntervalMs = 300_000

/** The counts of the popular countries. */
export const popularCountsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['popular-counts'],
    queryFn: () => api(readPopularCounts),
    staleTime: refreshIntervalMs,
    refetchInterval: refreshIntervalMs,
    retry: false,
  })
