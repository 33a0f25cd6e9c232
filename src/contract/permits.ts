import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

const acceptance = z.enum(['yes', 'no', 'yes_with_conditions'])

/** What the content management says about one destination, as clean HTML (SPEC 3). */
const permitDetails = z.object({
  condition_issuing: z.string(),
  condition_using: z.string(),
  description: z.string(),
})
export type PermitDetails = z.infer<typeof permitDetails>

/** The country validity table as a page carries it: `domain/destinations/pack-permits` unpacks the groups. */
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
  /** By destination; of those the page is about. */
  details: z.record(z.string(), permitDetails),
})
export type WirePermits = z.infer<typeof wirePermits>

/** What is said about one destination; 404 where there is nothing to add to its rules. */
export const readPermit = defineApiCall({
  method: 'GET',
  path: '/api/permits/[id]/',
  response: permitDetails,
})
