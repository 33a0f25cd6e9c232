import type { Infer } from '@/contract/api-call'
import type { SubmittedStep, saveCheckout, WireCheckout } from '@/contract/checkout'
import { validateLoadedState } from '@/domain/checkout/check-loaded-state'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { applyCheckoutChange, buildChangeContext } from '@/server/checkout/apply-change'
import { loadCheckout, saveIfUnchanged } from '@/server/checkout/checkout-repository'
import { toWireCheckout } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import { type SubmittedState, submitStep } from '@/server/checkout/submit-step'
import { assertPossibleBirthDate } from '@/server/checkout/unknown-choices'
import { ApiError } from '@/server/infra/api-error'
import { countCouponAttempt, couponField } from '@/server/limits/coupon-guess-limit'

/** The checkout of a token. Throws `not_found` for a malformed, unknown or expired token. */
export async function getCheckout(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<WireCheckout> {
  const token = params['token'] ?? ''
  const storedCheckout = await loadCheckout(backend, token)
  const checkout = toWireCheckout(storedCheckout, token, await backend.catalog(), backend.now())
  logStateFaults(backend, storedCheckout.row.state, checkout)
  return (await hasLostCoupon(backend, storedCheckout, checkout))
    ? replaceLostCoupon(backend, checkout)
    : checkout
}

/** Logs what is invalid in a loaded state before anything repairs it; the customer continues. */
export function logStateFaults(
  { log }: Backend,
  { selectedLicense }: StoredState,
  { state: { productList } }: WireCheckout,
): void {
  const faults = validateLoadedState({ productList, selectedLicense })
  if (faults.length === 0) return
  log.warn({ event: 'checkout.state_invalid', faults }, 'the loaded state of a checkout is invalid')
}

/**
 * Whether the coupon has become unusable since the last change: it expired, has no uses left, or
 * the customer has paid another order.
 */
async function hasLostCoupon(
  backend: Backend,
  { row }: StoredCheckout,
  { state }: WireCheckout,
): Promise<boolean> {
  if (row.status !== 'processing' || row.activeAttemptId || !row.state.coupon) return false
  const names = [row.state.coupon.name]
  const { email } = row.state.customer
  const catalog = await backend.catalog()
  return !state.coupon || hasBoughtBefore(backend.db, { catalog, names, email })
}

/** Stores the best remaining coupon before the price is shown. */
async function replaceLostCoupon(backend: Backend, checkout: WireCheckout): Promise<WireCheckout> {
  try {
    return await updateCheckout(backend, checkout.token, () => ({}))
  } catch (error) {
    // A payment has just begun, or a concurrent write won: both set the price themselves.
    if (error instanceof ApiError) return checkout
    throw error
  }
}

/** The tax rate in percent of the order's destination. Throws `not_found` for an unknown token. */
export async function getTaxGroup(
  backend: Backend,
  input: Pick<Input<undefined, undefined>, 'params'>,
): Promise<{ tax_rate: number }> {
  return (await getCheckout(backend, input)).state.tax_group
}

type SaveInput = Pick<
  Input<undefined, Infer<typeof saveCheckout.body>>,
  'params' | 'body' | 'address'
>

/**
 * Saves part of the state, and completes the submitted step. Throws `stale` with the current
 * checkout if another tab saved first. A refused coupon or step does not block the rest: the other
 * changes are stored, and the error contains the checkout with them.
 */
export async function saveCheckoutChange(
  backend: Backend,
  input: SaveInput,
): Promise<WireCheckout> {
  assertPossibleBirthDate(input.body.state)
  const { coupon: _, ...otherChanges } = input.body.state
  try {
    return await saveVersioned(backend, input)
  } catch (error) {
    if (!isCouponError(error) || Object.keys(otherChanges).length === 0) throw error
    const { version } = input.body
    const body = { version, state: otherChanges }
    const checkout = await saveVersioned(backend, { ...input, body })
    throw new ApiError(error.code, { ...error.details, checkout })
  }
}

const isCouponError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.issues?.[0]?.field === couponField

async function saveVersioned(
  backend: Backend,
  { params, body, address }: SaveInput,
): Promise<WireCheckout> {
  const token = params['token'] ?? ''
  const catalog = await backend.catalog()
  const storedCheckout = await loadCheckout(backend, token)
  const buildStaleError = () =>
    new ApiError('stale', {
      checkout: toWireCheckout(storedCheckout, token, catalog, backend.now()),
    })
  if (body.version !== undefined && body.version !== storedCheckout.row.version)
    throw buildStaleError()
  const { state: change, submits } = body
  const { coupon } = change
  if (coupon)
    await countCouponAttempt(backend, { address, checkoutId: storedCheckout.row.id }, coupon.name)
  if (body.version === undefined) return updateCheckout(backend, token, () => change, submits)
  const target = { token, catalog, submits }
  const savedCheckout = await tryChange(backend, storedCheckout, change, target)
  if (!savedCheckout)
    throw new ApiError('stale', { checkout: await getCheckout(backend, { params }) })
  return savedCheckout
}

/**
 * Changes a checkout by a function of its current state, with up to 5 tries against concurrent
 * writes; then throws `stale`.
 */
export async function updateCheckout(
  backend: Backend,
  token: string,
  buildChange: (state: StoredState) => StateChange,
  submits?: SubmittedStep,
): Promise<WireCheckout> {
  const catalog = await backend.catalog()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const storedCheckout = await loadCheckout(backend, token)
    const change = buildChange(storedCheckout.row.state)
    const target = { token, catalog, submits }
    const checkout = await tryChange(backend, storedCheckout, change, target)
    if (checkout) return checkout
  }
  throw new ApiError('stale', { checkout: await getCheckout(backend, { params: { token } }) })
}

interface ChangeTarget {
  token: string
  catalog: Catalog
  /** The step that the change completes. */
  submits?: SubmittedStep | undefined
}

/**
 * Applies and stores a change; returns undefined if the row has changed since it was read. Throws
 * `step_refused` with the stored checkout if the submitted step is not complete and valid.
 */
async function tryChange(
  backend: Backend,
  storedCheckout: StoredCheckout,
  change: StateChange,
  target: ChangeTarget,
): Promise<WireCheckout | undefined> {
  const { token, catalog } = target
  const { issues, ...state } = await buildNextState(backend, storedCheckout, change, target)
  const savedCheckout = await saveIfUnchanged(backend, storedCheckout, state, catalog)
  if (!savedCheckout) return undefined
  const checkout = toWireCheckout(savedCheckout, token, catalog, backend.now(), state.derived)
  if (issues.length > 0) throw new ApiError('step_refused', { issues, checkout })
  return checkout
}

/**
 * The state after a change and the submitted step. A currency without all prices is stored as
 * `currency_error`; then throws `currency` with the checkout.
 */
async function buildNextState(
  backend: Backend,
  storedCheckout: StoredCheckout,
  change: StateChange,
  { token, catalog, submits }: ChangeTarget,
): Promise<SubmittedState> {
  try {
    const context = await buildChangeContext(storedCheckout, backend, catalog, change)
    const changed = applyCheckoutChange(storedCheckout.row.state, change, context)
    return submitStep(changed, submits, context)
  } catch (error) {
    const currency = error instanceof ApiError ? error.details.currency : undefined
    if (!currency) throw error
    const checkout = await updateCheckout(backend, token, () => ({ currency_error: currency }))
    throw new ApiError('currency', { currency, checkout })
  }
}
