import type { Infer } from '@/contract/call'
import type { saveCheckout, WireChange, WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { changed } from '@/server/checkout/apply-change'
import { contextOf } from '@/server/checkout/change-context'
import { stored, write } from '@/server/checkout/checkout-repository'
import { present } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import { Failure } from '@/server/infra/api-error'
import { countNamed, couponField } from '@/server/limits/coupon-guess-limit'

/** The checkout a token opens. Wrong, foreign and expired tokens are all `not_found`. */
export async function read(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<WireCheckout> {
  const token = params.token ?? ''
  const found = await stored(backend, token)
  const checkout = present(found, token, await backend.catalog(), backend.now())
  return (await hasLost(backend, found, checkout)) ? withAnotherCoupon(backend, checkout) : checkout
}

/** Whether the coupon has ended, was used up by others, or by a first order of the same customer, since the last change. */
async function hasLost(
  backend: Backend,
  { row }: StoredCheckout,
  { state }: WireCheckout,
): Promise<boolean> {
  if (row.status !== 'processing' || row.paying || !row.state.coupon) return false
  const names = [row.state.coupon.name]
  const { email } = row.state.customer
  const catalog = await backend.catalog()
  return !state.coupon || hasBoughtBefore(backend.db, { catalog, names, email })
}

/** The best of what else was found takes its place, before anybody sees a price without it. */
async function withAnotherCoupon(backend: Backend, checkout: WireCheckout): Promise<WireCheckout> {
  try {
    return await edit(backend, checkout.token, () => ({}))
  } catch (error) {
    // A payment has just begun, or another write was faster: they leave a price of their own.
    if (error instanceof Failure) return checkout
    throw error
  }
}

/** The tax rate in percent of where the order goes. */
export async function taxGroup(
  backend: Backend,
  input: Pick<Input<undefined, undefined>, 'params'>,
): Promise<{ tax_rate: number }> {
  return (await read(backend, input)).state.tax_group
}

type Save = Pick<Input<undefined, Infer<typeof saveCheckout.body>>, 'params' | 'body' | 'address'>

/**
 * Saves part of the state. `stale` brings the fresh checkout when another tab was first. A coupon that is
 * refused is refused by itself: what else was said is stored, and its refusal brings that checkout.
 */
export async function save(backend: Backend, asked: Save): Promise<WireCheckout> {
  const { coupon: _, ...others } = asked.body.state
  try {
    return await saveWhole(backend, asked)
  } catch (error) {
    if (!isOfCoupon(error) || Object.keys(others).length === 0) throw error
    const checkout = await saveWhole(backend, { ...asked, body: { ...asked.body, state: others } })
    throw new Failure(error.code, { ...error.particulars, checkout })
  }
}

const isOfCoupon = (error: unknown): error is Failure =>
  error instanceof Failure && error.particulars.issues?.[0]?.field === couponField

async function saveWhole(backend: Backend, { params, body, address }: Save): Promise<WireCheckout> {
  const token = params.token ?? ''
  const catalog = await backend.catalog()
  const found = await stored(backend, token)
  const behind = () =>
    new Failure('stale', { checkout: present(found, token, catalog, backend.now()) })
  if (body.version !== undefined && body.version !== found.row.version) throw behind()
  await countNamed(backend, { address, checkout: found.row.id }, body.state)
  if (body.version === undefined) return edit(backend, token, () => body.state as StateChange)
  const state = await after(backend, found, body.state, { token, catalog })
  const saved = await write(backend, found, state, catalog)
  if (!saved) throw new Failure('stale', { checkout: await read(backend, { params }) })
  return present(saved, token, catalog, backend.now())
}

/** Changes a checkout by what it holds now; tried again when another write was faster. */
export async function edit(
  backend: Backend,
  token: string,
  change: (state: CheckoutState) => StateChange,
): Promise<WireCheckout> {
  const catalog = await backend.catalog()
  for (let tries = 0; tries < 5; tries += 1) {
    const found = await stored(backend, token)
    const next = await after(backend, found, change(found.row.state), { token, catalog })
    const saved = await write(backend, found, next, catalog)
    if (saved) return present(saved, token, catalog, backend.now())
  }
  throw new Failure('stale', { checkout: await read(backend, { params: { token } }) })
}

/** The state after a change. A currency that cannot be had is kept as the checkout's currency error (SPEC 4). */
async function after(
  backend: Backend,
  found: StoredCheckout,
  change: StateChange | WireChange,
  { token, catalog }: { token: string; catalog: Catalog },
): Promise<CheckoutState> {
  try {
    return changed(found.row.state, change, await contextOf(found, backend, catalog, change))
  } catch (error) {
    const currency = error instanceof Failure ? error.particulars.currency : undefined
    if (!currency) throw error
    const checkout = await edit(backend, token, () => ({ currency_error: currency }))
    throw new Failure('currency', { currency, checkout })
  }
}
