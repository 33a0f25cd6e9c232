import type { Infer } from '@/contract/call'
import type { trackEvent } from '@/contract/customers'
import { defaultCurrency } from '@/domain/data/currencies'
import { emailWrong } from '@/domain/driver/email'
import { emailIn } from '@/domain/input/clean-input'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { emailHashOf } from '@/server/checkout/returning-buyers'
import { trackedEvents } from '@/server/db/tables/events'
import { Failure } from '@/server/infra/api-error'
import { unstorable } from '@/server/infra/validate-storable'
import { type Limit, take } from '@/server/limits/rate-limit'

type Told = Infer<typeof trackEvent.body>

/** A checkout tells of a handful; a whole office may share an address. */
const eventsOfAddress: Limit = { name: 'events-address', most: 300, windowSeconds: 3_600 }

/** Keeps an event; of who did it only a hash. `unprocessable` names what is wrong. */
export async function track(
  backend: Backend,
  { body, address }: Pick<Input<undefined, Told>, 'body' | 'address'>,
): Promise<Infer<typeof trackEvent.answer>> {
  await take(backend, eventsOfAddress, address)
  const issues = await issuesOf(backend, body)
  if (issues.length > 0) throw new Failure('unprocessable', { issues })
  await backend.db.insert(trackedEvents).values({
    event: body.event,
    emailHash: emailHashOf(emailIn(body.email)) as string, // an address there is: it was looked at above
    selectedProduct: body.selected_product ?? null,
    referralCode: body.referral_code || null,
    createdAt: backend.now(),
  })
  return { data: { event: body.event } }
}

async function issuesOf(backend: Backend, told: Told): Promise<FieldIssue[]> {
  const wrong = emailWrong(told.email)
  const { selected_product: id } = told
  const products = (await backend.catalog()).products(defaultCurrency)
  const isUnknown = id !== undefined && !products.some(product => product.id === id)
  return [
    ...(wrong ? [{ field: 'email', message: `email.${wrong}` }] : []),
    ...(isUnknown ? [{ field: 'selected_product', message: 'selected_product.unknown' }] : []),
    ...unstorable({ referral_code: told.referral_code }),
  ]
}
