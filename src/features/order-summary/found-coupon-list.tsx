import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useRef, useState } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useCoupon } from '@/client/payments/use-coupon'
import { usePrices } from '@/client/texts/use-prices'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { CouponOutcome } from '@/features/order-summary/coupon-outcome'
import { Button } from '@/ui/button'
import { CheckIcon } from '@/ui/icons'

/** Each found code: its saving and a button to use it, or why it cannot be used. */
export function FoundCouponList() {
  const { t } = useTranslation(['common', 'coupon'])
  const { coupons_found: foundCoupons, coupon } = useCheckoutState('coupons_found', 'coupon')
  const couponActions = useCoupon('found')
  const list = useRef<HTMLUListElement>(null)
  const [wasUsed, setUsed] = useState(false)
  const sortedCoupons = foundCoupons.toSorted((first, second) => second.saves - first.saves)
  const focusList = () => list.current?.focus()
  // Stays after a code was used: it has the focus and shows the result.
  if (!wasUsed && foundCoupons.every(({ name }) => name === coupon?.name)) return null
  return (
    <div>
      <ul ref={list} tabIndex={-1} className="grid gap-3">
        {sortedCoupons.map(foundCoupon => (
          <FoundCoupon key={foundCoupon.name} {...foundCoupon}>
            {foundCoupon.name === coupon?.name ? (
              <span className="flex items-center gap-1.5 text-accent-strong">
                <CheckIcon className="size-4" />
                {t('coupon:inUse')}
              </span>
            ) : foundCoupon.saves === 0 ? (
              <span className="text-ink-2">{t('coupon:savesNothing')}</span>
            ) : (
              <Button
                variant="link"
                wide={false}
                className="justify-self-start"
                busy={
                  couponActions.check.state === 'loading' &&
                  couponActions.check.name === foundCoupon.name
                }
                aria-label={t('coupon:useThisLabel', { name: foundCoupon.name })}
                onClick={() => {
                  focusList()
                  setUsed(true)
                  void couponActions.apply(foundCoupon.name, { isChosen: true })
                }}
              >
                {t('coupon:useThis')}
              </Button>
            )}
          </FoundCoupon>
        ))}
      </ul>
      <CouponOutcome couponActions={couponActions} onDecided={focusList} />
    </div>
  )
}

function FoundCoupon({
  name,
  saves,
  code,
  currencies,
  on_delivery: isEstimate,
  children,
}: CheckoutState['coupons_found'][number] & { children: ReactNode }) {
  const { t } = useTranslation(['common', 'coupon'])
  const { currency } = useCheckoutState('currency')
  const amount = usePrices(currency).major(saves)
  return (
    <li className="grid">
      <span className="flex flex-wrap justify-between gap-x-4">
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>
        {!code && saves > 0 && t(isEstimate ? 'coupon:savesAbout' : 'coupon:saves', { amount })}
      </span>
      {code ? (
        <span className="text-ink-2">{t(`coupon.message.${code}`, { currency, currencies })}</span>
      ) : (
        children
      )}
    </li>
  )
}
