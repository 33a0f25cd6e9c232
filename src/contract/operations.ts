import * as z from 'zod/mini'
import { ofPhotos } from '@/contract/approval-images'
import { call } from '@/contract/call'
import { approvalImage } from '@/domain/checkout/checkout-state'

/** Whether the process lives. */
export const health = call({
  method: 'GET',
  path: '/api/health/',
  answer: z.object({ status: z.literal('ok') }),
})

/** Whether it can serve customers: its database answers. */
export const ready = call({
  method: 'GET',
  path: '/api/ready/',
  answer: z.object({ status: z.literal('ready') }),
})

/** Stripe's events; the body is read raw, for its signature. */
export const stripeWebhook = call({
  method: 'POST',
  path: '/api/webhooks/stripe/',
  answer: z.object({ received: z.literal(true) }),
})

/** PayPal's events; the body is read raw, for its signature. */
export const paypalWebhook = call({
  method: 'POST',
  path: '/api/webhooks/paypal/',
  answer: z.object({ received: z.literal(true) }),
})

/** A text that a page asked for and that is in no file: a developer's browser tells of it. */
export const missingText = call({
  method: 'POST',
  path: '/api/missing-texts/',
  query: z.object({ language: z.string(), namespace: z.string(), key: z.string() }),
  answer: z.object({ received: z.literal(true) }),
})

/** The photos there are. */
export const listApprovalImages = call({
  method: 'GET',
  path: '/api/approval-images/',
  query: ofPhotos,
  answer: z.object({ images: z.array(approvalImage), version: z.int() }),
})

/** Takes a photo away. */
export const removeApprovalImage = call({
  method: 'DELETE',
  path: '/api/approval-images/[id]/',
  query: ofPhotos,
  answer: z.object({ version: z.int() }),
})

/** A photo as a small JPEG; the whole one is never shown. The checkout's own cookie opens it too. */
export const previewApprovalImage = call({
  method: 'GET',
  path: '/api/approval-images/[id]/preview/',
  query: ofPhotos,
  answer: z.custom<Uint8Array>(answer => answer instanceof Uint8Array),
})

/**
 * A code that lets another device add photos to this checkout, and nothing else. It opens once, within
 * a quarter of an hour.
 */
export const createPhotoLink = call({
  method: 'POST',
  path: '/api/checkout/[token]/photo-link/',
  body: z.object({}),
  answer: z.object({ code: z.string(), expires_at: z.string() }),
})

/** Opens such a code for the device that asks, which is known by a cookie from then on. */
export const openPhotoLink = call({
  method: 'POST',
  path: '/api/photo-pass/',
  body: z.object({ code: z.string().check(z.maxLength(100)) }),
  answer: z.object({ images: z.array(approvalImage), version: z.int(), expires_at: z.string() }),
})
