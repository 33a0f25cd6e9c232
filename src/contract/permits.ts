import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

const acceptance = z.enum(['yes', 'no', 'yes_with_conditions'])

/** The CMS texts about one destination, as sanitised HTML. */
const permitDetails = z.object({
  condition_issuing: z.string(),
  condition_using: z.string(),
  description: z.string(),
})
export type PermitDetails = z.infer<typeof permitDetails>

/**
 * The country validity table as sent to a page; `domain/destinations/pack-permits` unpacks the
 * groups.
 */
export const wirePermits = z.object({
  groups: z.array(
    z.object({
      from_: acceptance,
      in_: acceptance,
      validity: z.literal([0, 1, 3]),
      digital_copy: z.boolean(),
      not_recommended: z.boolean(),
      recommended_license: z.literal([42, 40]),
      reviewed_at: z.nullable(z.string()),
      has_note: z.boolean(),
      has_details: z.boolean(),
      destinations: z.string(),
    }),
  ),
  /** By destination; only those of the page. */
  details: z.record(z.string(), permitDetails),
})
export type WirePermits = z.infer<typeof wirePermits>

/** The CMS texts about one destination; 404 if it has none. */
export const readPermit = defineApiCall({
  method: 'GET',
  path: '/api/permits/[id]/',
  response: permitDetails,
})
