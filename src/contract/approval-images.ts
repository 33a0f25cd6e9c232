import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { approvalImage } from '@/domain/checkout/checkout-state'

/**
 * The token of the checkout that owns the photo. Devices let in by `openPhotoLink` omit it: their
 * cookie identifies the checkout.
 */
export const photosQuery = z.object({ checkout: z.optional(z.string().check(z.maxLength(100))) })

/** `upload`: the id of an upload whose bytes are the photo, in the place of the form's files. */
const storeQuery = z.extend(photosQuery, {
  upload: z.optional(z.string().check(z.maxLength(100))),
})

/** The stored photo and the checkout's new version. */
const storedImage = z.extend(approvalImage, { version: z.int() })

/**
 * Adds a photo as form data: `type`, the file `image`, and `cropped_image` when the customer has
 * cropped it; `needs_review` is `true` when the browser's checks advised against it. Each type has
 * one photo: a second upload replaces it and keeps its id. A retry with the same `Idempotency-Key`
 * header returns the photo of the first upload.
 *
 * With a complete `upload`, the form has no files: the upload's first `image_bytes` bytes are
 * `image`, the others `cropped_image`. An upload that is not complete, or expired, is refused with
 * `upload_offset`.
 */
export const addApprovalImage = defineApiCall({
  method: 'POST',
  path: '/api/approval-images/',
  query: storeQuery,
  response: storedImage,
})

/**
 * Replaces a photo. Form data as in `addApprovalImage`; `type` may be omitted and does not change.
 */
export const changeApprovalImage = defineApiCall({
  method: 'PATCH',
  path: '/api/approval-images/[id]/',
  query: storeQuery,
  response: storedImage,
})

// The calls of uploads follow tus 1.0 with its extensions creation and expiration:
// https://tus.io/protocols/resumable-upload

/** Every request must have the first one; the second says which versions the server speaks. */
const tusHeaders = { 'Tus-Resumable': '1.0.0', 'Tus-Version': '1.0.0' }

/** A response without a body. */
const headersOnly = z.object({ status: z.int(), headers: z.record(z.string(), z.string()) })

/**
 * Starts an upload of `Upload-Length` bytes, at most 10 MB. 201; `Location` is its address,
 * `Upload-Expires` when it is deleted. It counts as one upload of the order.
 */
export const startPhotoUpload = defineApiCall({
  method: 'POST',
  path: '/api/photo-uploads/',
  query: photosQuery,
  response: headersOnly,
  headers: tusHeaders,
  isBodiless: true,
})

/** 200; `Upload-Offset` is the number of bytes that have arrived. */
export const readPhotoUpload = defineApiCall({
  method: 'HEAD',
  path: '/api/photo-uploads/[id]/',
  query: photosQuery,
  response: headersOnly,
  headers: tusHeaders,
  isBodiless: true,
})

/**
 * Takes bytes, from `Upload-Offset` on. 204 with the new offset. Of a request that breaks off, the
 * bytes that have arrived are stored. Another offset than the stored one is refused with
 * `upload_offset`.
 */
export const continuePhotoUpload = defineApiCall({
  method: 'PATCH',
  path: '/api/photo-uploads/[id]/',
  query: photosQuery,
  response: headersOnly,
  headers: tusHeaders,
  isBodiless: true,
})
