import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { outbox } from '@/server/db/tables/outbox'
import { subscriptions } from '@/server/db/tables/subscriptions'
import { hashOf } from '@/server/infra/tokens'
import { callRoute, type Reply } from './call-route'
import { createPayableCheckout, pay, readCheckout } from './customer'

const setupRoute = '/backend/api/merchant/stripe/setup-intent/'
const renewalRoute = '/backend/api/subscriptions/[token]/'
const stopRoute = '/backend/api/subscriptions/stripe/cancel-subscription/'
const beginRoute = '/backend/api/subscriptions/stripe/create-subscription/'

/** A paid order in a variant of the auto-renewal experiment. */
export async function createPaidRenewal(
  { db }: Backend,
  state: object = {},
  variants: Record<string, string> = { AUTO_RENEWAL: 'VARIANT_1' },
) {
  const checkout = await createPayableCheckout(state)
  const [row] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(checkout.token)))
  if (!row) throw new Error('the checkout is gone')
  await db
    .update(checkouts)
    .set({ state: { ...row.state, variants } })
    .where(eq(checkouts.id, row.id))
  const card = checkout.quote.total === 0 ? null : 'pm_card_visa'
  const reply = await pay(checkout, card, {}, nextClientIp())
  if (reply.status !== 200) throw new Error(reply.text)
  return (await readCheckout(checkout.token)).body
}

/** Each call has its own IP address because of the rate limit. */
const nextClientIp = () => `203.0.${Math.floor(++addressCount / 250)}.${addressCount % 250}`
let addressCount = 0

export const readRenewal = (token: string): Promise<Reply> =>
  callRoute(renewalRoute, { params: { token } })

/** Requests auto-renewal with one of the provider's test cards. */
export async function saveCard(
  token: string,
  card = 'pm_card_visa',
  overrides: object = {},
  from = nextClientIp(),
): Promise<Reply> {
  const { price } = (await readRenewal(token)).body
  return callRoute(setupRoute, {
    method: 'POST',
    body: {
      token,
      payment_method: card,
      expected_total: price?.total ?? 1,
      expected_currency: price?.currency ?? 'USD',
      ...overrides,
    },
    from,
  })
}

export const beginRenewal = (token: string): Promise<Reply> =>
  callRoute(beginRoute, { method: 'POST', body: { token } })

export const stopRenewal = (token: string): Promise<Reply> =>
  callRoute(stopRoute, { method: 'POST', body: { token } })

/** The renewal's database row. */
export async function findRenewalRow({ db }: Backend, token: string) {
  const [found] = await db
    .select({ renewal: subscriptions })
    .from(subscriptions)
    .innerJoin(checkouts, eq(checkouts.id, subscriptions.checkoutId))
    .where(eq(checkouts.tokenHash, hashOf(token)))
  return found?.renewal
}

/** Mails about a renewal, queued or sent. */
export const listRenewalMails = async ({ db }: Backend, orderId: string) =>
  (await db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(outbox.id)).filter(
    ({ kind }) => kind.startsWith('renewal'),
  )
