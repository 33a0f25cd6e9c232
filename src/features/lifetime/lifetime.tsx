import { type ReactNode, useEffect, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { ApiClientError } from '@/client/api/api-client-error'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  useSync,
} from '@/client/checkout/checkout-provider'
import { useCurrencyName } from '@/client/format/use-currency-name'
import { usePrices } from '@/client/format/use-prices'
import type { ClientState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import { AmountRows } from '@/ui/amount-rows'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import { SummaryList, SummaryTotal } from '@/ui/summary-list'

interface LifetimeProps {
  /** Renders the payment form after the customer accepts. */
  renderPaymentForm: (offer: Quote, declineButton: ReactNode) => ReactNode
}

/** Offers once to upgrade the paid plan to lifetime; shows a notice when it is paid. */
export function Lifetime({ renderPaymentForm }: LifetimeProps) {
  const offer = useCheckout(selectOfferQuote)
  const order = useCheckout(({ checkout }) => checkout.lifetime?.order)
  const { isLifetimePaid } = useCheckoutState('isLifetimePaid')
  const decline = useDecline()
  const store = useCheckoutStore()
  const [wasShown, setShown] = useState(offer !== null)
  useEffect(() => {
    const rememberOffer = () => {
      if (selectOfferQuote(store.getState())) setShown(true)
    }
    // The offer may have come between the first render and this subscription.
    rememberOffer()
    return store.subscribe(rememberOffer)
  }, [store])
  if (order && isLifetimePaid) return <PaidNotice order={order} />
  if (offer) return <Offer {...{ offer, decline, renderPaymentForm }} isOpen={Boolean(order)} />
  return wasShown && <ClosedNotice isDeclined={decline.isDone} />
}

interface OfferProps extends LifetimeProps {
  offer: Quote
  /** A payment was already attempted. */
  isOpen: boolean
  decline: ReturnType<typeof useDecline>
}

function Offer({ offer, isOpen, decline, renderPaymentForm }: OfferProps) {
  const { t } = useTranslation('thank-you')
  const prices = usePrices(offer.currency)
  const description = useLifetimeDescription()
  const [isFormOpen, setFormOpen] = useState(isOpen)
  const { approval_documents } = useCheckoutState('approval_documents')
  const missingPhotos = findMissingPhotoTypes(approval_documents.images)
  const accept = () => {
    track('lifetime accepted', { currency: offer.currency })
    setFormOpen(true)
  }
  const declineButton = (
    <Button variant="secondary" busy={decline.isBusy} onClick={decline.decline}>
      {t('lifetime.decline')}
    </Button>
  )
  return (
    <Group heading={t('lifetime.heading')} className="print:hidden">
      <div className="-mt-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-40">{description}</p>
        <LifetimePicture className="w-20 shrink-0 max-sm:w-16" />
      </div>
      <Price offer={offer} />
      {decline.failure && (
        <Notice role="alert" tone="error">
          {t(decline.failure === 'open' ? 'lifetime.open' : 'lifetime.failed')}
        </Notice>
      )}
      {isFormOpen ? (
        renderPaymentForm(offer, declineButton)
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2">
          <Button variant="secondary" onClick={accept}>
            <span suppressHydrationWarning>
              {t('lifetime.accept', { total: prices.minor(offer.total) })}
            </span>
          </Button>
          {declineButton}
        </div>
      )}
      {missingPhotos.length === 0 && <p className="text-ink-2 text-sm">{t('lifetime.separate')}</p>}
    </Group>
  )
}

/** Three permits, one behind the other. */
const LifetimePicture = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 88 72"
    aria-hidden="true"
    fill="none"
    strokeWidth="1.6"
    className={classNames('stroke-ink', className)}
  >
    <rect x="6" y="10" width="40" height="54" rx="5" className="fill-accent-soft" />
    <rect x="22" y="6" width="42" height="58" rx="5" className="fill-accent-line" />
    <rect x="38" y="4" width="43" height="64" rx="5" className="fill-accent" />
    <path
      d="M47 36c4-7 9-7 12.5 0s8.5 7 12.5 0c-4-7-9-7-12.5 0s-8.5 7-12.5 0z"
      strokeWidth="2.6"
      className="stroke-white"
    />
    <path d="M50 15h19" strokeWidth="2.6" strokeLinecap="round" className="stroke-gold" />
  </svg>
)

function Price({ offer: { currency, plan, discount, tax, total } }: { offer: Quote }) {
  const { t } = useTranslation(['thank-you', 'common'])
  const prices = usePrices(currency)
  const nameCurrency = useCurrencyName()
  const lines = [
    { label: t('common:plan.name.lifetime', { count: 0 }), amount: plan },
    { label: t('lifetime.credit'), amount: -discount },
    { label: t('common:tax.name'), amount: tax },
  ]
  return (
    <div>
      <SummaryList>
        <AmountRows lines={lines} format={prices.minor} />
      </SummaryList>
      <SummaryTotal
        label={t('lifetime.difference')}
        amount={<span suppressHydrationWarning>{prices.minor(total)}</span>}
        note={
          <span suppressHydrationWarning>
            {t('common:summary.currency', { currency: nameCurrency(currency) })}
          </span>
        }
      />
    </div>
  )
}

/** Replaces an offer that was just closed; takes the focus. The answer to the customer is in view. */
function ClosedNotice({ isDeclined }: { isDeclined: boolean }) {
  const { t } = useTranslation('thank-you')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus({ preventScroll: !isDeclined }), [isDeclined])
  return (
    <Notice ref={notice} tabIndex={-1} role="status" className="print:hidden">
      {t(isDeclined ? 'lifetime.declined' : 'lifetime.gone')}
    </Notice>
  )
}

type Order = NonNullable<WireCheckout['order']>

function PaidNotice({ order }: { order: Pick<Order, 'id' | 'total' | 'currency'> }) {
  const { t } = useTranslation('thank-you')
  const prices = usePrices(order.currency)
  const description = useLifetimeDescription()
  return (
    <Notice tone="ok" role="status" title={t('lifetime.done')} className="print:hidden">
      <p suppressHydrationWarning>
        {t('lifetime.doneText', { total: prices.major(order.total), number: order.id })}
      </p>
      <p>{description}</p>
    </Notice>
  )
}

function useLifetimeDescription(): string {
  const { t } = useTranslation(['thank-you', 'common'])
  return t('common:together', { first: t('lifetime.means'), second: t('lifetime.each') })
}

const quoteCache = new WeakMap<object, Quote>()

/** The lifetime offer in minor units, or null; the same object for the same checkout. */
export function selectOfferQuote({ checkout }: Pick<ClientState, 'checkout'>): Quote | null {
  const offer = checkout.lifetime?.offer
  if (!offer) return null
  const toMinorAmount = (amount: number) => toMinor(amount, offer.currency)
  const quote = quoteCache.get(offer) ?? {
    currency: offer.currency,
    plan: toMinorAmount(offer.plan),
    urgent: 0,
    shipping: 0,
    travel: 0,
    discount: toMinorAmount(offer.discount),
    tax: toMinorAmount(offer.tax),
    total: toMinorAmount(offer.total),
  }
  quoteCache.set(offer, quote)
  return quote
}

/** Declines for good: once stored, the offer is not made again. */
function useDecline() {
  const store = useCheckoutStore()
  const sync = useSync()
  const { submitOnce, isBusy } = useSubmitOnce()
  const [isDone, setDone] = useState(false)
  /** `open`: a payment may still succeed. */
  const [failure, setFailure] = useState<'open' | 'failed' | null>(null)

  const decline = async () => {
    setFailure(null)
    const { token, order } = store.getState().checkout
    try {
      // Lazy: only needed to answer the offer.
      const { declineLifetime } = await import('@/contract/lifetime')
      const params = { id: order?.id ?? '' }
      await sync.run(declineLifetime, { params, body: { token, accepted: false } })
      track('lifetime declined', {})
      setDone(true)
      await sync.refresh()
    } catch (error) {
      const code = error instanceof ApiClientError ? error.code : undefined
      if (code === 'not_offered') return sync.refresh()
      // Paid in the meantime: the page shows the paid order.
      if (code !== 'paid')
        setFailure(code === 'payment_in_progress' || code === 'needs_check' ? 'open' : 'failed')
    }
  }
  return { isBusy, isDone, failure, decline: () => submitOnce(decline) }
}
