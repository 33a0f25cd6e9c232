import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { approvalImage } from '@/domain/checkout/checkout-state'

/**
 * The checkout a photo belongs to, by its token. A device that was let in for photos alone, by
 * `openPhotoLink`, names none: its cookie does.
 */
export const photosQuery = z.object({ checkout: z.optional(z.string().check(z.maxLength(100))) })

/** The photo as it is now, and the checkout's new version. */
export const storedImage = z.extend(approvalImage, { version: z.int() })

/**
 * Adds a photo: form data with `type`, the file `image`, and when the customer has cropped it
 * `cropped_image`; `needs_review` is `true` when the browser's checks advised against it. There is one
 * photo of a type: when there is one already it is replaced, and keeps its id. With an `Idempotency-Key`
 * header the same upload sent again is answered with the photo it became.
 */
export const addApprovalImage = defineApiCall({
  method: 'POST',
  path: '/api/approval-images/',
  query: photosQuery,
  response: storedImage,
})

/** Replaces a photo. Form data as above; its type stays, and need not be named. */
export const changeApprovalImage = defineApiCall({
  method: 'PATCH',
  path: '/api/approval-images/[id]/',
  query: photosQuery,
  response: storedImage,
})
