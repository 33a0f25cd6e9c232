import { track } from '@/client/analytics/track'
import type { ApiClient } from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'
import {
  useApi,
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  useSync,
} from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import {
  type CheckoutStore,
  type CouponCheck,
  type CouponErrorDetails,
  type CouponMessage,
  type CouponPlace,
  type CouponSaving,
  optimisticQuote,
  optimisticState,
} from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { useTranslation } from '@/client/texts/use-translation'
import { validateCoupon } from '@/contract/coupons'
import { toTrackableCode } from '@/domain/analytics/analytics-events'
import { orderOf } from '@/domain/checkout/quote-of-state'
import { isSame } from '@/domain/checkout/state-change'
import { isCouponMismatch } from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { savingOf } from '@/domain/pricing/quote'

/** The coupon actions of one place on the page, and the result of its last code. */
export function useCoupon(place: CouponPlace) {
  const store = useCheckoutStore()
  const sync = useSync()
  const api = useApi()
  const lastCheck = useCheckout(({ coupon }) => coupon)
  const quote = useCheckout(optimisticQuote)
  // A result for another price is stale.
  const isStale = 'quote' in lastCheck && !isSame(lastCheck.quote, quote)
  const isForThisPlace = 'place' in lastCheck && lastCheck.place === place && !isStale
  const actions = new CouponActions(store, sync, api, place)
  return {
    /** The last check of this place; `none` if another place had a later one. */
    check: isForThisPlace ? lastCheck : ({ state: 'none' } as const),
    isBusy: lastCheck.state === 'loading',
    apply: actions.apply,
    choose: actions.choose,
    dismiss: () => store.setState({ coupon: { state: 'none' } }),
  }
}

/** A coupon's name and savings, as text values. */
export function useCouponTextValues() {
  const { currency } = useCheckoutState('currency')
  const prices = usePrices(currency)
  return ({ coupon, saves }: CouponSaving) => ({ name: coupon.name, amount: prices.minor(saves) })
}

/**
 * The sentence about a code that was not applied: why, and what to do. Uses the texts of the coupon
 * box, which a page is served with or loads with the box.
 */
export function useCouponMessage() {
  const { t } = useTranslation(['common', 'coupon'])
  const { currency } = useCheckoutState('currency')
  return (code: CouponMessage, { currencies, minutes: count }: CouponErrorDetails = {}): string =>
    isCouponMismatch(code)
      ? t(`coupon.misfit.${code}`)
      : t(`coupon:message.${code}`, { currency, currencies, count })
}

class CouponActions {
  constructor(
    private store: CheckoutStore,
    private sync: Sync,
    private api: ApiClient,
    private place: CouponPlace,
  ) {}

  /**
   * Requests a code's terms and applies them. A code that saves less than the current coupon
   * changes nothing: the customer chooses between the two, unless `isChosen` is set.
   */
  apply = async (input: string, { isChosen = false } = {}): Promise<void> => {
    if (this.store.getState().coupon.state === 'loading') return
    const name = input.trim()
    this.show({ state: 'loading', place: this.place, name })
    try {
      const { coupon, error, currencies } = await this.requestCoupon(name)
      if (!coupon) this.deny(name, error ?? 'unknown', { currencies })
      else if (isChosen) this.choose(coupon)
      else this.compareWithCurrent(coupon)
    } catch (error) {
      this.handleError(name, error)
    }
  }

  /** Makes the coupon the current one, first in the store and then on the server. */
  choose = (coupon: Coupon): void => {
    const previous = this.readCurrent()
    const applied = this.computeSaving(coupon)
    const isSameCoupon = previous?.coupon.name === coupon.name
    this.sync.change({ coupon, coupon_refused: null })
    this.showResult({ state: 'applied', applied, previous: isSameCoupon ? null : previous })
    void this.confirmApplied(coupon, this.store.getState().coupon)
  }

  /** The server checks the plan it has stored: unsaved changes go first. */
  private async requestCoupon(name: string) {
    if (!(await this.sync.flush())) throw new ApiClientError('offline', 0, { detail: 'unsaved' })
    const { checkout } = this.store.getState()
    return this.api(validateCoupon, {
      query: { currency: checkout.currency },
      body: { name, token: checkout.token },
    })
  }

  private compareWithCurrent(coupon: Coupon): void {
    const current = this.readCurrent()
    const candidate = this.computeSaving(coupon)
    const isWeaker =
      current && current.coupon.name !== coupon.name && candidate.saves < current.saves
    if (!isWeaker) this.choose(coupon)
    else this.showResult({ state: 'choice', current, candidate })
  }

  /** A coupon can be used up between check and save: then the server is asked for the reason. */
  private async confirmApplied({ name }: Coupon, check: CouponCheck): Promise<void> {
    await this.sync.flush()
    const { coupon } = this.store.getState()
    if (coupon !== check || optimisticState(this.store.getState()).coupon?.name === name) return
    try {
      const { error, currencies } = await this.requestCoupon(name)
      this.deny(name, error ?? 'failed', { currencies })
    } catch (error) {
      this.handleError(name, error)
    }
  }

  private deny(name: string, message: CouponMessage, details: CouponErrorDetails = {}): void {
    this.showResult({ state: 'error', name, message, ...details })
    track('coupon denied', { coupon: toTrackableCode(name), reason: message })
  }

  private handleError(name: string, error: unknown): void {
    if (!(error instanceof ApiClientError)) this.deny(name, 'failed')
    else if (error.status === 429)
      this.deny(name, 'rate_limited', {
        minutes: Math.max(1, Math.ceil(error.retryAfterSeconds / 60)),
      })
    else this.deny(name, error.code === 'payment_in_progress' ? 'payment_in_progress' : 'failed')
  }

  private readCurrent(): CouponSaving | null {
    const { coupon } = optimisticState(this.store.getState())
    return coupon && this.computeSaving(coupon)
  }

  private computeSaving(coupon: Coupon): CouponSaving {
    const order = orderOf(optimisticState(this.store.getState()))
    return { coupon, saves: order ? savingOf(order, coupon) : 0 }
  }

  private showResult(result: CouponResult): void {
    const quote = optimisticQuote(this.store.getState())
    this.show({ ...result, place: this.place, quote })
  }

  private show(coupon: CouponCheck): void {
    this.store.setState({ coupon })
  }
}

/** A check's result before its place and price are added. */
type CouponResult = CouponCheck extends infer Check
  ? Check extends { quote: unknown }
    ? Omit<Check, 'quote' | 'place'>
    : never
  : never
