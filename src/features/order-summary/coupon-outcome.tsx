import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef } from 'react'
import { type useCoupon, useCouponTextValues } from '@/client/payments/use-coupon'
import type { CouponCheck } from '@/client/store/checkout-store'
import { Button } from '@/ui/button'
import { EitherOr } from '@/ui/either-or'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

interface CouponOutcomeProps {
  couponActions: ReturnType<typeof useCoupon>
  /** Moves the focus: the buttons of a choice unmount when it is made. */
  onDecided: () => void
}

/** Result of the last code: applied, a failed check, or the choice between two codes. */
export function CouponOutcome({ couponActions, onDecided }: CouponOutcomeProps) {
  const { t } = useTranslation(['common', 'coupon'])
  const { check, apply, choose, dismiss } = couponActions
  const container = useRef<HTMLDivElement>(null)
  // On a phone it would be below the edge of the sheet.
  useEffect(() => {
    if (check.state !== 'none') container.current?.scrollIntoView({ block: 'nearest' })
  }, [check])
  return (
    <div ref={container} className="scroll-my-5 *:mt-3">
      {/* A live region must be in the page before its text. */}
      <div role="status" className="text-accent-strong empty:hidden">
        {check.state === 'applied' && <AppliedMessage {...check} />}
      </div>
      {check.state === 'choice' && (
        <CouponChoice
          {...check}
          onKeep={() => {
            dismiss()
            onDecided()
          }}
          onReplace={() => {
            choose(check.candidate.coupon)
            onDecided()
          }}
        />
      )}
      {check.state === 'error' && check.message === 'failed' && (
        <Notice
          tone="error"
          role="alert"
          actions={
            <Button
              variant="link"
              wide={false}
              icon={<RetryIcon />}
              onClick={() => {
                onDecided()
                void apply(check.name)
              }}
            >
              {t('coupon.retry')}
            </Button>
          }
        >
          {t('coupon.message.failed')}
        </Notice>
      )}
    </div>
  )
}

function AppliedMessage({
  applied: appliedCoupon,
  previous: replacedCoupon,
}: Extract<CouponCheck, { state: 'applied' }>) {
  const { t } = useTranslation(['common', 'coupon'])
  const toTextValues = useCouponTextValues()
  const first =
    appliedCoupon.saves > 0
      ? t('coupon:applied', toTextValues(appliedCoupon))
      : t('coupon:appliedFree', toTextValues(appliedCoupon))
  if (!replacedCoupon) return first
  const second =
    replacedCoupon.saves > 0
      ? t('coupon:replaced', toTextValues(replacedCoupon))
      : t('coupon:replacedFree', toTextValues(replacedCoupon))
  return t('together', { first, second })
}

type CouponChoiceProps = Extract<CouponCheck, { state: 'choice' }> & {
  onKeep: () => void
  onReplace: () => void
}

function CouponChoice({ current, candidate, onKeep, onReplace }: CouponChoiceProps) {
  const { t } = useTranslation(['common', 'coupon'])
  const toTextValues = useCouponTextValues()
  const isOnlyFreeDelivery = candidate.saves === 0 && candidate.coupon.free_shipping
  return (
    <EitherOr
      first={t('coupon:keep')}
      onFirst={onKeep}
      second={t('coupon:use', toTextValues(candidate))}
      onSecond={onReplace}
    >
      {t('together', {
        first: t('coupon:current', toTextValues(current)),
        second: isOnlyFreeDelivery
          ? t('coupon:otherFree', toTextValues(candidate))
          : t('coupon:other', toTextValues(candidate)),
      })}
    </EitherOr>
  )
}
