import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useRef, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { useCoupon } from '@/client/payments/use-coupon'
import { visibleState } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { CouponOutcome } from '@/features/order-summary/coupon-outcome'
import { Button } from '@/ui/button'
import { CheckIcon } from '@/ui/icons'

/** Each code that was found: what it saves and how to use it, or why it cannot be used. */
export function FoundList() {
  const { t } = useTranslation(['common', 'coupon'])
  const { coupons_found: found, coupon } = useCheckout(visibleState)
  const coupons = useCoupon('found')
  const list = useRef<HTMLUListElement>(null)
  const [wasUsed, setUsed] = useState(false)
  const bestFirst = found.toSorted((one, other) => other.saves - one.saves)
  const toList = () => list.current?.focus()
  // The list stays where a code was used: it has the focus, and says what became of the code.
  if (!wasUsed && found.every(({ name }) => name === coupon?.name)) return null
  return (
    <div>
      <ul ref={list} tabIndex={-1} className="grid gap-3">
        {bestFirst.map(one => (
          <FoundCoupon key={one.name} {...one}>
            {one.name === coupon?.name ? (
              <span className="flex items-center gap-1.5 text-accent-strong">
                <CheckIcon className="size-4" />
                {t('coupon:inUse')}
              </span>
            ) : one.saves === 0 ? (
              <span className="text-ink-2">{t('coupon:savesNothing')}</span>
            ) : (
              <Button
                look="link"
                wide={false}
                className="justify-self-start"
                busy={coupons.check.state === 'loading' && coupons.check.name === one.name}
                aria-label={t('coupon:useThisLabel', { name: one.name })}
                onClick={() => {
                  toList()
                  setUsed(true)
                  void coupons.apply(one.name, { isChosen: true })
                }}
              >
                {t('coupon:useThis')}
              </Button>
            )}
          </FoundCoupon>
        ))}
      </ul>
      <CouponOutcome coupons={coupons} onDecided={toList} />
    </div>
  )
}

function FoundCoupon({
  name,
  saves,
  code,
  currencies,
  on_delivery: isAbout,
  children,
}: CheckoutState['coupons_found'][number] & { children: ReactNode }) {
  const { t } = useTranslation(['common', 'coupon'])
  const { currency } = useCheckout(visibleState)
  const amount = usePrices(currency).major(saves)
  return (
    <li className="grid">
      <span className="flex flex-wrap justify-between gap-x-4">
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>
        {!code && saves > 0 && t(isAbout ? 'coupon:savesAbout' : 'coupon:saves', { amount })}
      </span>
      {code ? (
        <span className="text-ink-2">{t(`coupon.message.${code}`, { currency, currencies })}</span>
      ) : (
        children
      )}
    </li>
  )
}
