import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '@/client/api/api-client'
import { readPermit } from '@/contract/permits'

/** The CMS texts about a destination. */
export const permitQuery = (api: ApiClient, id: string) =>
  queryOptions({ queryKey: ['permit', id], queryFn: () => api(readPermit, { params: { id } }) })
