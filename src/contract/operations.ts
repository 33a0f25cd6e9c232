import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { photosQuery } from '@/contract/approval-images'
import { approvalImage } from '@/domain/checkout/checkout-state'

/** Whether the process lives. */
export const health = defineApiCall({
  method: 'GET',
  path: '/api/health/',
  response: z.object({ status: z.literal('ok') }),
})

/** Whether it can serve customers: its database answers. */
export const ready = defineApiCall({
  method: 'GET',
  path: '/api/ready/',
  response: z.object({ status: z.literal('ready') }),
})

/** Stripe's events; the body is read raw, for its signature. */
export const stripeWebhook = defineApiCall({
  method: 'POST',
  path: '/api/webhooks/stripe/',
  response: z.object({ received: z.literal(true) }),
})

/** PayPal's events; the body is read raw, for its signature. */
export const paypalWebhook = defineApiCall({
  method: 'POST',
  path: '/api/webhooks/paypal/',
  response: z.object({ received: z.literal(true) }),
})

/** A text that a page asked for and that is in no file: a developer's browser tells of it. */
export const missingText = defineApiCall({
  method: 'POST',
  path: '/api/missing-texts/',
  query: z.object({ language: z.string(), namespace: z.string(), key: z.string() }),
  response: z.object({ received: z.literal(true) }),
})

/** The photos there are. */
export const listApprovalImages = defineApiCall({
  method: 'GET',
  path: '/api/approval-images/',
  query: photosQuery,
  response: z.object({ images: z.array(approvalImage), version: z.int() }),
})

/** Takes a photo away. */
export const removeApprovalImage = defineApiCall({
  method: 'DELETE',
  path: '/api/approval-images/[id]/',
  query: photosQuery,
  response: z.object({ version: z.int() }),
})

/** A photo as a small JPEG; the whole one is never shown. The checkout's own cookie opens it too. */
export const previewApprovalImage = defineApiCall({
  method: 'GET',
  path: '/api/approval-images/[id]/preview/',
  query: photosQuery,
  response: z.custom<Uint8Array>(body => body instanceof Uint8Array),
})

/**
 * A code that lets another device add photos to this checkout, and nothing else. It opens once, within
 * a quarter of an hour.
 */
export const createPhotoLink = defineApiCall({
  method: 'POST',
  path: '/api/checkout/[token]/photo-link/',
  body: z.object({}),
  response: z.object({ code: z.string(), expires_at: z.string() }),
})

/** Opens such a code for the device that asks, which is known by a cookie from then on. */
export const openPhotoLink = defineApiCall({
  method: 'POST',
  path: '/api/photo-pass/',
  body: z.object({ code: z.string().check(z.maxLength(100)) }),
  response: z.object({ images: z.array(approvalImage), version: z.int(), expires_at: z.string() }),
})
