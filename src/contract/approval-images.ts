import * as z from 'zod/mini'
import { call } from '@/contract/call'
import { ofCheckout } from '@/contract/shared'
import { documentTypes } from '@/domain/checkout'

const stored = z.object({ id: z.string(), type: z.enum(documentTypes), version: z.int() })

/** Form data with `image`, `cropped_image` and `type`; the body is not JSON. */
export const addApprovalImage = call({
  method: 'POST',
  path: '/api/approval-images/',
  query: ofCheckout,
  answer: stored,
})

export const changeApprovalImage = call({
  method: 'PATCH',
  path: '/api/approval-images/[id]/',
  query: ofCheckout,
  answer: stored,
})
