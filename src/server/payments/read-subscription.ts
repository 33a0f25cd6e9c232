import type * as z from 'zod/mini'
import type { renewal } from '@/contract/subscriptions'
import type { CurrencyCode } from '@/domain/data/currencies'
import { toMajor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { SubscriptionRow } from '@/server/db/tables/subscriptions'
import { findRenewalByCheckout } from '@/server/payments/subscription-repository'
import { buildRenewalTerms, type RenewalTerms } from '@/server/payments/subscription-terms'

export type Renewal = z.infer<typeof renewal>

/** Auto-renewal of a token's order: its current status, or the offer. Prices in major units. */
export async function loadRenewal(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<Renewal> {
  return resolveRenewal(backend, await loadCheckout(backend, params['token'] ?? ''))
}

/** Like `loadRenewal`, for a checkout that is already loaded. */
export async function resolveRenewal(
  backend: Backend,
  storedCheckout: StoredCheckout,
): Promise<Renewal> {
  const row = await findRenewalByCheckout(backend.db, storedCheckout.row.id)
  if (row && row.state !== 'failed' && row.state !== 'wanted') return toRenewal(row)
  const terms = buildRenewalTerms(backend, storedCheckout, await backend.catalog())
  return terms ? toOfferedRenewal(terms) : noRenewal
}

const noRenewal: Renewal = { status: 'none', price: null, charge_on: null, card: null }

const formatDay = (date: Date): string => date.toISOString().slice(0, 10)

function toOfferedRenewal({ price, fullPrice, years, chargeAt }: RenewalTerms): Renewal {
  const { currency } = price
  return {
    ...noRenewal,
    status: 'offered',
    price: {
      currency,
      total: toMajor(price.total, currency),
      full: toMajor(fullPrice.total, currency),
      years,
    },
    charge_on: formatDay(chargeAt),
  }
}

const wireStatuses = {
  creating: 'checking',
  active: 'active',
  past_due: 'past_due',
  stopped: 'stopped',
  failed: 'none',
  wanted: 'none',
} as const

function toRenewal({
  state,
  amount,
  currency: currencyCode,
  years,
  chargeAt,
  paidWith,
}: SubscriptionRow) {
  const currency = currencyCode as CurrencyCode
  const total = toMajor(amount, currency)
  return {
    status: wireStatuses[state],
    price: { currency, total, full: total, years },
    charge_on: formatDay(chargeAt),
    card: paidWith,
  }
}
