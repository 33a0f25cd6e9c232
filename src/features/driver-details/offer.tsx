import type { ReactNode } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import { listPlans, type PlanCategory } from '@/domain/catalog/plans'
import { CheckIcon } from '@/ui/icons'

/** What is sold and from which price, in one strip above a phone's first step. */
export function OfferStrip() {
  const { t } = useTranslation('driver-details')
  const { digital, printed } = useLowestPrices()
  const price = digital ?? printed
  // A price stands out, wherever a language puts it in the sentence.
  const [before, after] = t('offer.from', { price: '|' }).split('|')
  return (
    <div className="-mt-1 flex min-h-18 flex-wrap items-center gap-x-3 rounded-card border border-accent-line bg-accent-soft px-3 py-1 lg:hidden print:hidden">
      <BookletPicture width={52} height={56} />
      {price && (
        <p className="shrink-0 text-ink-2 text-sm leading-tight">
          {before}
          <b className="block whitespace-nowrap text-ink text-xl">
            <bdi>{price}</bdi>
          </b>
          {after}
        </p>
      )}
      <ul className="ms-1 grid min-w-min grow basis-0 gap-1 border-accent-line border-s ps-4 text-sm">
        <li>{t('offer.copy')}</li>
        <li>{t('offer.refund')}</li>
      </ul>
    </div>
  )
}

/**
 * The same on a desktop, as the top of the order summary, which follows it and whose own list of
 * advantages it replaces.
 */
export function OfferCard() {
  const { t } = useTranslation(['driver-details', 'common'])
  const { digital, printed } = useLowestPrices()
  const [first, second] = [
    digital && t('offer.digital', { price: digital }),
    printed && t('offer.printed', { price: printed }),
  ].filter(Boolean)
  return (
    <div className="offer-card">
      <BookletPicture width={91} height={98} />
      <div className="min-w-0">
        {first && <p className="font-bold text-lg">{first}</p>}
        {second && <p className="text-ink-2 text-sm">{second}</p>}
        <ul className="grid gap-0.5 pt-1.5 text-sm">
          <Advantage>{t('offer.copy')}</Advantage>
          <Advantage>{t('offer.refund')}</Advantage>
          <Advantage>{t('common:advantages.account')}</Advantage>
        </ul>
      </div>
    </div>
  )
}

const Advantage = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-2">
    <CheckIcon className="text-accent" />
    {children}
  </li>
)

/** The lowest price of each format; undefined if the checkout offers none. */
function useLowestPrices() {
  const { productList, currency } = useCheckoutState('productList', 'currency')
  const prices = usePrices(currency)
  const lowest = (format: PlanCategory) => {
    const plans = listPlans(productList, format)
    return plans.length > 0 ? prices.major(Math.min(...plans.map(({ price }) => price))) : undefined
  }
  return { digital: lowest('digital'), printed: lowest('physical') }
}

/**
 * The booklet with a phone beside it: a file, so that no script carries the drawing. Other
 * proportions than the drawing's would change its size when it has loaded.
 */
const BookletPicture = (size: { width: number; height: number }) => (
  // biome-ignore lint/performance/noImgElement: a drawing of 1 kB needs no optimiser
  <img {...size} src="/checkouts/booklet.svg" alt="" className="shrink-0" />
)
