import { track } from '@/client/analytics'
import { CallFailure, send } from '@/client/call'
import { usePrices } from '@/client/money'
import { useCheckout, useCheckoutStore, usePage, useSync } from '@/client/provider'
import {
  type CheckoutStore,
  type CouponCheck,
  type CouponMessage,
  type CouponPlace,
  type Saved,
  visibleQuote,
  visibleState,
} from '@/client/store'
import type { Sync } from '@/client/sync'
import { validateCoupon } from '@/contract/coupons'
import type { Coupon } from '@/domain/pricing/coupon'
import type { Minor } from '@/domain/pricing/money'

/** Discount codes given in one place of the page, and what has become of the last one. */
export function useCoupon(place: CouponPlace) {
  const store = useCheckoutStore()
  const sync = useSync()
  const { settings } = usePage()
  const { currency } = useCheckout(visibleState)
  const last = useCheckout(({ coupon }) => coupon)
  const isHere = 'place' in last && last.place === place && currencyOf(last, currency) === currency
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

const currencyOf = (check: CouponCheck, otherwise: string): string => {
  if (check.state === 'applied') return check.now.currency
  return check.state === 'choice' ? check.other.currency : otherwise
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
      const { coupon, error } = await this.ask(name)
      if (!coupon) this.deny(name, error ?? 'unknown')
      else if (isChosen) this.take(coupon)
      else this.weigh(coupon)
    } catch (failure) {
      this.fail(name, failure)
    }
  }

  /** Makes the coupon the one that counts, here at once and on the server next. */
  take = (coupon: Coupon): void => {
    const former = this.current()
    const check: CouponCheck = {
      state: 'applied',
      place: this.place,
      now: this.saved(coupon),
      former: former?.coupon.name === coupon.name ? null : former,
    }
    this.show(check)
    this.sync.change({ coupon, coupon_refused: null })
    void this.confirm(coupon, check)
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
    else this.show({ state: 'choice', place: this.place, current, other })
  }

  /** What was good a moment ago may be used up by now; then the coupon before it counts again. */
  private async confirm({ name }: Coupon, check: CouponCheck): Promise<void> {
    await this.sync.flush()
    const { coupon } = this.store.getState()
    if (coupon === check && visibleState(this.store.getState()).coupon?.name !== name)
      this.deny(name, 'failed')
  }

  private deny(name: string, message: CouponMessage, minutes = 0): void {
    this.show({ state: 'error', place: this.place, name, message, minutes })
    track('coupon denied', { coupon: isCode.test(name) ? name : '', reason: message })
  }

  private fail(name: string, failure: unknown): void {
    if (failure instanceof CallFailure && failure.status === 429)
      this.deny(name, 'rate_limited', Math.max(1, Math.ceil(failure.retryAfterSeconds / 60)))
    else this.deny(name, 'failed')
  }

  private current(): Saved | null {
    const { coupon } = visibleState(this.store.getState())
    return coupon && this.saved(coupon)
  }

  private saved(coupon: Coupon): Saved {
    const state = this.store.getState()
    const totalWith = (coupon: Coupon | null): Minor =>
      visibleQuote({ ...state, dirty: { ...state.dirty, coupon } })?.total ?? 0
    return {
      coupon,
      currency: visibleState(state).currency,
      saves: totalWith(null) - totalWith(coupon),
    }
  }

  private show(coupon: CouponCheck): void {
    this.store.setState({ coupon })
  }
}

/** Looks like a code: whatever else was typed there, an email or a token, is nobody's business. */
const isCode = /^[\w-]{1,32}$/
