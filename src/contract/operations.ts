import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { photosQuery } from '@/contract/approval-images'
import { approvalImage } from '@/domain/checkout/checkout-state'
import { orderClosures } from '@/domain/checkout/order-closure'

/** Liveness: the process runs. */
export const health = defineApiCall({
  method: 'GET',
  path: '/api/health/',
  response: z.object({ status: z.literal('ok') }),
})

/** Readiness: the database responds. */
export const ready = defineApiCall({
  method: 'GET',
  path: '/api/ready/',
  response: z.object({ status: z.literal('ready') }),
})

/** Stripe's webhook; the body is read raw to verify its signature. */
export const stripeWebhook = defineApiCall({
  method: 'POST',
  path: '/api/webhooks/stripe/',
  response: z.object({ received: z.literal(true) }),
})

/** PayPal's webhook; the body is read raw to verify its signature. */
export const paypalWebhook = defineApiCall({
  method: 'POST',
  path: '/api/webhooks/paypal/',
  response: z.object({ received: z.literal(true) }),
})

/** Reports a text key that is missing from the files; only browsers in development send it. */
export const missingText = defineApiCall({
  method: 'POST',
  path: '/locales/[language]/[namespace].missing.json',
  query: z.object({ language: z.string(), namespace: z.string(), key: z.string() }),
  response: z.object({ received: z.literal(true) }),
})

/** The checkout's photos. */
export const listApprovalImages = defineApiCall({
  method: 'GET',
  path: '/api/approval-images/',
  query: photosQuery,
  response: z.object({
    images: z.array(approvalImage),
    version: z.int(),
    /** Why no photo can be added, replaced or deleted any more; null while all can. */
    closure: z.nullable(z.enum(orderClosures)),
  }),
})

/** Deletes a photo. */
export const removeApprovalImage = defineApiCall({
  method: 'DELETE',
  path: '/api/approval-images/[id]/',
  query: photosQuery,
  response: z.object({ version: z.int() }),
})

/**
 * A photo as a small JPEG; no call returns the full photo. The checkout's cookie is accepted too.
 */
export const previewApprovalImage = defineApiCall({
  method: 'GET',
  path: '/api/approval-images/[id]/preview/',
  query: photosQuery,
  response: z.custom<Uint8Array>(body => body instanceof Uint8Array),
})

/**
 * A code that lets another device add photos to this checkout, and nothing else. It works once,
 * within 15 minutes.
 */
export const createPhotoLink = defineApiCall({
  method: 'POST',
  path: '/api/checkout/[token]/photo-link/',
  body: z.object({}),
  response: z.object({ code: z.string(), expires_at: z.string() }),
})

/** Redeems a photo-link code. From then on a cookie identifies the device. */
export const openPhotoLink = defineApiCall({
  method: 'POST',
  path: '/api/photo-pass/',
  body: z.object({ code: z.string().check(z.maxLength(100)) }),
  response: z.object({ images: z.array(approvalImage), version: z.int(), expires_at: z.string() }),
})
