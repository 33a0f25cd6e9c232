import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { approvalImage } from '@/domain/checkout/checkout-state'

/**
 * The token of the checkout that owns the photo. Devices let in by `openPhotoLink` omit it: their
 * cookie identifies the checkout.
 */
export const photosQuery = z.object({ checkout: z.optional(z.string().check(z.maxLength(100))) })

/** The stored photo and the checkout's new version. */
const storedImage = z.extend(approvalImage, { version: z.int() })

/**
 * Adds a photo as form data: `type`, the file `image`, and `cropped_image` when the customer has
 * cropped it; `needs_review` is `true` when the browser's checks advised against it. Each type has
 * one photo: a second upload replaces it and keeps its id. A retry with the same `Idempotency-Key`
 * header returns the photo of the first upload.
 */
export const addApprovalImage = defineApiCall({
  method: 'POST',
  path: '/api/approval-images/',
  query: photosQuery,
  response: storedImage,
})

/**
 * Replaces a photo. Form data as in `addApprovalImage`; `type` may be omitted and does not change.
 */
export const changeApprovalImage = defineApiCall({
  method: 'PATCH',
  path: '/api/approval-images/[id]/',
  query: photosQuery,
  response: storedImage,
})
