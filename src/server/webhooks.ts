import { eq, or } from 'drizzle-orm'
import type { NextApiHandler } from 'next'
import { stripeWebhook } from '@/contract/operations'
import { type Backend, backend } from '@/server/backend'
import { attempts, providerEvents } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { faultOf } from '@/server/faults'
import { rawBody } from '@/server/http'
import { settle } from '@/server/payments/settle'

/** Events are small; what is larger is none. */
const bodyLimit = 1_000_000

/** The route handler of Stripe's webhook: 200 once committed, 500 asks for the event again. */
export const receiveStripe: NextApiHandler = async (request, response) => {
  try {
    if (request.method !== stripeWebhook.method) {
      response.setHeader('Allow', stripeWebhook.method)
      throw new Failure('method')
    }
    const body = await rawBody(request, bodyLimit)
    await receiveStripeEvent(await backend(), body, String(request.headers['stripe-signature']))
    response.status(200).json({ received: true })
  } catch (error) {
    if (error instanceof Failure) return response.status(error.status).json(error)
    const open = await backend().catch(() => undefined)
    open?.log.error(faultOf(error), 'a webhook was not taken')
    response.status(500).json({ detail: 'Not taken. Send it again.' })
  }
}

/**
 * Takes one of Stripe's events. Events are hints: the payment it names is read back from the provider.
 * Returning means it is committed; a throw makes Stripe send it again.
 */
async function receiveStripeEvent(
  backend: Backend,
  rawBody: Buffer,
  signature: string,
): Promise<void> {
  const event = backend.stripe.event(rawBody, signature)
  if (!event) throw new Failure('signature')
  const object = event.data.object as { id?: unknown; metadata?: { attempt?: unknown } | null }
  if (event.type.startsWith('payment_intent.')) await settleNamed(backend, object)
  await backend.db
    .insert(providerEvents)
    .values({ id: event.id, type: event.type, receivedAt: backend.now() })
    .onConflictDoNothing()
}

async function settleNamed(
  backend: Backend,
  object: { id?: unknown; metadata?: { attempt?: unknown } | null },
): Promise<void> {
  // An empty id must never become a query that matches anything.
  const ref = typeof object.id === 'string' ? object.id : ''
  const named = typeof object.metadata?.attempt === 'string' ? object.metadata.attempt : ''
  if (!ref) return
  const [attempt] = await backend.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      named
        ? or(eq(attempts.providerRef, ref), eq(attempts.id, named))
        : eq(attempts.providerRef, ref),
    )
  if (attempt) await settle(backend, attempt.id)
  else backend.log.warn('an event named a payment that is not ours')
}
