import type { Infer } from '@/contract/api-call'
import type { trackEvent } from '@/contract/customers'
import { defaultCurrency } from '@/domain/data/currencies'
import { validateEmail } from '@/domain/driver/email'
import { normalizeEmail } from '@/domain/input/clean-input'
import type { FieldIssue } from '@/domain/input/field-issue'
import { listUnstorableFields } from '@/domain/input/storable'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { emailHashOf } from '@/server/checkout/returning-buyers'
import { trackedEvents } from '@/server/db/tables/events'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'

type EventBody = Infer<typeof trackEvent.body>

/** A checkout sends a few events; an office may share an address. */
const addressLimit: RateLimit = { name: 'events-address', maxHits: 300, windowSeconds: 3_600 }

/**
 * Stores an event with a hash of the email. Throws `unprocessable` with the invalid fields,
 * `rate_limited` after too many events of a client IP.
 */
export async function recordEvent(
  backend: Backend,
  { body, address }: Pick<Input<undefined, EventBody>, 'body' | 'address'>,
): Promise<Infer<typeof trackEvent.response>> {
  await consumeLimit(backend, addressLimit, address)
  const issues = await validateEvent(backend, body)
  if (issues.length > 0) throw new ApiError('unprocessable', { issues })
  await backend.db.insert(trackedEvents).values({
    event: body.event,
    emailHash: emailHashOf(normalizeEmail(body.email)) as string, // not null: validated above
    selectedProduct: body.selected_product ?? null,
    referralCode: body.referral_code || null,
    createdAt: backend.now(),
  })
  return { data: { event: body.event } }
}

async function validateEvent(backend: Backend, body: EventBody): Promise<FieldIssue[]> {
  const emailIssue = validateEmail(body.email)
  const { selected_product: id } = body
  const products = (await backend.catalog()).products(defaultCurrency)
  const isUnknown = id !== undefined && !products.some(product => product.id === id)
  return [
    ...(emailIssue ? [{ field: 'email', message: `email.${emailIssue}` }] : []),
    ...(isUnknown ? [{ field: 'selected_product', message: 'selected_product.unknown' }] : []),
    ...listUnstorableFields({ referral_code: body.referral_code }),
  ]
}
