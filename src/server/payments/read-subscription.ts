import type * as z from 'zod/mini'
import type { renewal } from '@/contract/subscriptions'
import type { CurrencyCode } from '@/domain/data/currencies'
import { toMajor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { SubscriptionRow } from '@/server/db/tables/subscriptions'
import { renewalOf } from '@/server/payments/subscription-repository'
import { type RenewalTerms, renewalTerms } from '@/server/payments/subscription-terms'

export type Renewal = z.infer<typeof renewal>

/** Auto-renewal of a token's order: as it is, or as it is offered. */
export async function readOf(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<Renewal> {
  return toldOf(backend, await stored(backend, params.token ?? ''))
}

/** The same, of a checkout that was read already. */
export async function toldOf(backend: Backend, found: StoredCheckout): Promise<Renewal> {
  const row = await renewalOf(backend.db, found.row.id)
  if (row && row.state !== 'failed' && row.state !== 'wanted') return told(row)
  const terms = renewalTerms(backend, found, await backend.catalog())
  return terms ? offered(terms) : nothing
}

const nothing: Renewal = { status: 'none', price: null, charge_on: null, card: null }

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

function offered({ price, full, years, chargeAt }: RenewalTerms): Renewal {
  const { currency } = price
  return {
    ...nothing,
    status: 'offered',
    price: {
      currency,
      total: toMajor(price.total, currency),
      full: toMajor(full.total, currency),
      years,
    },
    charge_on: dayOf(chargeAt),
  }
}

const statuses = {
  creating: 'checking',
  active: 'active',
  past_due: 'past_due',
  stopped: 'stopped',
  failed: 'none',
  wanted: 'none',
} as const

function told({ state, amount, currency: code, years, chargeAt, paidWith }: SubscriptionRow) {
  const currency = code as CurrencyCode
  const total = toMajor(amount, currency)
  return {
    status: statuses[state],
    price: { currency, total, full: total, years },
    charge_on: dayOf(chargeAt),
    card: paidWith,
  }
}
