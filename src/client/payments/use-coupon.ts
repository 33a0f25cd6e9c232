import { track } from '@/client/analytics/track'
import { CallFailure, send } from '@/client/api/api-client'
import {
  useCheckout,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import {
  type CheckoutStore,
  type CouponCheck,
  type CouponMessage,
  type CouponPlace,
  type Particulars,
  type Saved,
  visibleQuote,
  visibleState,
} from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { usePrices } from '@/client/texts/use-prices'
import { validateCoupon } from '@/contract/coupons'
import { toldCode } from '@/domain/analytics/analytics-events'
import { orderOf } from '@/domain/checkout/quote-of-state'
import { isSame } from '@/domain/checkout/state-change'
import { savingOf } from '@/domain/pricing/best-coupon'
import type { Coupon } from '@/domain/pricing/coupon'

/** Discount codes given in one place of the page, and what has become of the last one. */
export function useCoupon(place: CouponPlace) {
  const store = useCheckoutStore()
  const sync = useSync()
  const { settings } = usePage()
  const last = useCheckout(({ coupon }) => coupon)
  const quote = useCheckout(visibleQuote)
  // What was said of another price is true no longer.
  const isOver = 'on' in last && !isSame(last.on, quote)
  const isHere = 'place' in last && last.place === place && !isOver
  const desk = new CouponDesk(store, sync, settings.apiKey, place)
  return {
    /** The last code of this place; `none` when another place had one since. */
    check: isHere ? last : ({ state: 'none' } as const),
    isBusy: last.state === 'loading',
    apply: desk.apply,
    take: desk.take,
    keep: () => store.setState({ coupon: { state: 'none' } }),
  }
}

/** A coupon's name and what it saves, as texts take them. */
export function useSaying() {
  const { currency } = useCheckout(visibleState)
  const prices = usePrices(currency)
  return ({ coupon, saves }: Saved) => ({ name: coupon.name, amount: prices.minor(saves) })
}

class CouponDesk {
  constructor(
    private store: CheckoutStore,
    private sync: Sync,
    private apiKey: string,
    private place: CouponPlace,
  ) {}

  /**
   * Asks the server for a code's terms and applies them. One that saves less than the current coupon
   * changes nothing: the customer is asked, unless `isChosen` says that they have seen both.
   */
  apply = async (typed: string, { isChosen = false } = {}): Promise<void> => {
    if (this.store.getState().coupon.state === 'loading') return
    const name = typed.trim()
    this.show({ state: 'loading', place: this.place, name })
    try {
      const { coupon, error, currencies } = await this.ask(name)
      if (!coupon) this.deny(name, error ?? 'unknown', { currencies })
      else if (isChosen) this.take(coupon)
      else this.weigh(coupon)
    } catch (failure) {
      this.fail(name, failure)
    }
  }

  /** Makes the coupon the one that counts, here at once and on the server next. */
  take = (coupon: Coupon): void => {
    const former = this.current()
    const now = this.saved(coupon)
    const isSameOne = former?.coupon.name === coupon.name
    this.sync.change({ coupon, coupon_refused: null })
    this.tell({ state: 'applied', now, former: isSameOne ? null : former })
    void this.confirm(coupon, this.store.getState().coupon)
  }

  /** The server judges the plan it knows: what was chosen since is saved first. */
  private async ask(name: string) {
    if (!(await this.sync.flush())) throw new CallFailure('offline', 0, { detail: 'unsaved' })
    const { checkout } = this.store.getState()
    return send(validateCoupon, this.apiKey, {
      query: { currency: checkout.currency },
      body: { name, token: checkout.token },
    })
  }

  private weigh(coupon: Coupon): void {
    const current = this.current()
    const other = this.saved(coupon)
    const isWeaker = current && current.coupon.name !== coupon.name && other.saves < current.saves
    if (!isWeaker) this.take(coupon)
    else this.tell({ state: 'choice', current, other })
  }

  /** What was good a moment ago may be used up by now: then the server is asked why. */
  private async confirm({ name }: Coupon, check: CouponCheck): Promise<void> {
    await this.sync.flush()
    const { coupon } = this.store.getState()
    if (coupon !== check || visibleState(this.store.getState()).coupon?.name === name) return
    try {
      const { error, currencies } = await this.ask(name)
      this.deny(name, error ?? 'failed', { currencies })
    } catch (failure) {
      this.fail(name, failure)
    }
  }

  private deny(name: string, message: CouponMessage, particulars: Particulars = {}): void {
    this.tell({ state: 'error', name, message, ...particulars })
    track('coupon denied', { coupon: toldCode(name), reason: message })
  }

  private fail(name: string, failure: unknown): void {
    if (!(failure instanceof CallFailure)) this.deny(name, 'failed')
    else if (failure.status === 429)
      this.deny(name, 'rate_limited', {
        minutes: Math.max(1, Math.ceil(failure.retryAfterSeconds / 60)),
      })
    else this.deny(name, failure.code === 'payment_in_progress' ? 'payment_in_progress' : 'failed')
  }

  private current(): Saved | null {
    const { coupon } = visibleState(this.store.getState())
    return coupon && this.saved(coupon)
  }

  private saved(coupon: Coupon): Saved {
    const order = orderOf(visibleState(this.store.getState()))
    return { coupon, saves: order ? savingOf(order, coupon) : 0 }
  }

  private tell(told: Untold): void {
    const on = visibleQuote(this.store.getState())
    this.show({ ...told, place: this.place, on })
  }

  private show(coupon: CouponCheck): void {
    this.store.setState({ coupon })
  }
}

/** What is to be said of a code, before it is known where and of which price. */
type Untold = CouponCheck extends infer Check
  ? Check extends { on: unknown }
    ? Omit<Check, 'on' | 'place'>
    : never
  : never
