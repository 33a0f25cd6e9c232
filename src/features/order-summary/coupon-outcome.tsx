import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef } from 'react'
import { type useCoupon, useSaying } from '@/client/payments/use-coupon'
import type { CouponCheck } from '@/client/store/checkout-store'
import { Button } from '@/ui/button'
import { EitherOr } from '@/ui/either-or'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

interface CouponOutcomeProps {
  coupons: ReturnType<typeof useCoupon>
  /** The buttons of a question are gone once it is answered: the focus goes on from here. */
  onDecided: () => void
}

/** What has become of the last code: applied, a failed check, or the question which of two to use. */
export function CouponOutcome({ coupons, onDecided }: CouponOutcomeProps) {
  const { t } = useTranslation(['common', 'coupon'])
  const { check, apply, take, keep } = coupons
  const place = useRef<HTMLDivElement>(null)
  // On a phone it would come below the edge of the sheet.
  useEffect(() => {
    if (check.state !== 'none') place.current?.scrollIntoView({ block: 'nearest' })
  }, [check])
  return (
    <div ref={place} className="scroll-my-5 *:mt-3">
      {/* There before anything is said in it. */}
      <div role="status" className="text-accent-strong empty:hidden">
        {check.state === 'applied' && <Applied {...check} />}
      </div>
      {check.state === 'choice' && (
        <Choice
          {...check}
          onKeep={() => {
            keep()
            onDecided()
          }}
          onTake={() => {
            take(check.other.coupon)
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
              look="link"
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

function Applied({ now, former }: Extract<CouponCheck, { state: 'applied' }>) {
  const { t } = useTranslation(['common', 'coupon'])
  const say = useSaying()
  const first = now.saves > 0 ? t('coupon:applied', say(now)) : t('coupon:appliedFree', say(now))
  if (!former) return first
  const second =
    former.saves > 0 ? t('coupon:replaced', say(former)) : t('coupon:replacedFree', say(former))
  return t('together', { first, second })
}

type ChoiceProps = Extract<CouponCheck, { state: 'choice' }> & {
  onKeep: () => void
  onTake: () => void
}

function Choice({ current, other, onKeep, onTake }: ChoiceProps) {
  const { t } = useTranslation(['common', 'coupon'])
  const say = useSaying()
  const isOnlyFree = other.saves === 0 && other.coupon.free_shipping
  return (
    <EitherOr
      first={t('coupon:keep')}
      onFirst={onKeep}
      second={t('coupon:use', say(other))}
      onSecond={onTake}
    >
      {t('together', {
        first: t('coupon:current', say(current)),
        second: isOnlyFree ? t('coupon:otherFree', say(other)) : t('coupon:other', say(other)),
      })}
    </EitherOr>
  )
}
