import * as z from 'zod'
import { eventId, parseJson } from '@/server/gateways/signed-events'

/** An event of Stripe's webhook: a hint of what to read back. */
export type StripeEvent = z.infer<typeof stripeEvent>

const text = eventId.optional().catch(undefined)

/** Fields of a wrong type are read as missing: an event without them names no payment of ours. */
const stripeEvent = z.object({
  id: eventId,
  type: z.string(),
  data: z.object({
    object: z.object({
      id: text,
      payment_intent: text,
      metadata: z.object({ attempt: text, renewal: text }).catch({}),
      /** Invoices only: the subscription it bills. */
      parent: z.object({ subscription_details: z.object({ subscription: text }).catch({}) }).catch({
        subscription_details: {},
      }),
    }),
  }),
})

/** The event of a signed body; null when it has no id, no type or no object. */
export const parseStripeEvent = (rawBody: Buffer): StripeEvent | null =>
  stripeEvent.safeParse(parseJson(rawBody)).data ?? null
