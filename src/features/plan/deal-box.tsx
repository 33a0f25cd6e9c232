import { useTranslation } from 'next-i18next/pages'
import { type RefObject, useRef } from 'react'
import { useCoupon, useSaying } from '@/client/coupon'
import { useDates } from '@/client/dates'
import { usePrices } from '@/client/money'
import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'
import { defaultLicense, planById } from '@/domain/plans'
import { percentOf, toMinor } from '@/domain/pricing/money'
import { Button } from '@/ui/button'
import { EitherOr } from '@/ui/either-or'
import { CheckIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

type Deal = NonNullable<ReturnType<typeof usePage>['deal']>

/** The season's offer on the printed three-year plan, while that is chosen (SPEC 2). */
export function DealBox() {
  const { deal } = usePage()
  const { selectedLicense } = useCheckout(visibleState)
  return deal && selectedLicense === defaultLicense ? <Offer {...deal} /> : null
}

function Offer(deal: Deal) {
  const { t } = useTranslation('common')
  const { day } = useDates()
  const box = useRef<HTMLElement>(null)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t(`deal.${deal.campaign}.name`)}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card bg-gold-soft px-4 py-3.5 text-gold-ink"
    >
      <div>
        <p className="font-semibold">{t(`deal.${deal.campaign}.offer`, useWorth(deal))}</p>
        {deal.until && (
          <p className="text-sm" suppressHydrationWarning>
            {t('deal.until', { date: day(deal.until) })}
          </p>
        )}
      </div>
      <Taking deal={deal} box={box} />
    </section>
  )
}

/** What the deal takes off its plan, in percent and in money. */
function useWorth({ percent }: Deal) {
  const { productList, currency } = useCheckout(visibleState)
  const prices = usePrices(currency)
  const price = planById(productList, defaultLicense)?.price ?? 0
  return { percent, amount: prices.minor(percentOf(toMinor(price, currency), percent)) }
}

/** The deal's button, and what has come of it. Its buttons go with its states: the focus stays in the box. */
function Taking({ deal, box }: { deal: Deal; box: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('common')
  const say = useSaying()
  const { coupon, currency } = useCheckout(visibleState)
  const { check, apply, take, keep } = useCoupon('deal')
  const isApplied = coupon?.name === deal.name
  const back = () => box.current?.focus()

  const use = async () => {
    await apply(deal.name)
    if (document.activeElement === document.body) back()
  }
  return (
    <>
      <div role="status" className="flex items-center gap-1.5 font-semibold empty:hidden">
        {isApplied && (
          <>
            <CheckIcon className="size-4" />
            {t(`deal.${deal.campaign}.applied`)}
          </>
        )}
      </div>
      {check.state === 'choice' ? (
        <div className="basis-full">
          <EitherOr
            first={t('coupon.keep')}
            onFirst={() => {
              keep()
              back()
            }}
            second={t('coupon.use', say(check.other))}
            onSecond={() => {
              take(check.other.coupon)
              back()
            }}
          >
            {t('coupon.current', say(check.current))} {t('coupon.other', say(check.other))}
          </EitherOr>
        </div>
      ) : (
        !isApplied && (
          <Button look="secondary" busy={check.state === 'loading'} onClick={use}>
            {t('deal.use')}
          </Button>
        )
      )}
      {check.state === 'error' && (
        <Notice tone="error" role="alert" className="basis-full text-ink">
          {t(`coupon.message.${check.message}`, { currency, count: check.minutes })}
        </Notice>
      )}
    </>
  )
}
