import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useCoupon } from '@/client/payments/use-coupon'
import { CouponOutcome } from '@/features/order-summary/coupon-outcome'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { TextInput } from '@/ui/text-input'

/** Code field. It is outside every step's form, so Enter submits only the code. */
export function CouponForm() {
  const { t } = useTranslation(['common', 'coupon'])
  const couponActions = useCoupon('box')
  const [isEmpty, setEmpty] = useState(false)
  const refusal = useRefusal(couponActions)
  const input = useRef<HTMLInputElement>(null)
  const error = isEmpty ? t('coupon:empty') : refusal

  // An applied code has its own row; the field is cleared for another.
  useEffect(() => {
    if (couponActions.check.state === 'applied' && input.current) input.current.value = ''
  }, [couponActions.check])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = input.current?.value.trim() ?? ''
    setEmpty(!code)
    if (code) await couponActions.apply(code)
    else input.current?.focus()
  }

  return (
    <form noValidate aria-label={t('coupon.label')} onSubmit={submit}>
      <Field
        id={useId()}
        label={t('coupon.label')}
        error={error && <span role="alert">{error}</span>}
      >
        {aria => (
          <div className="flex gap-2">
            <TextInput
              {...aria}
              ref={input}
              name="coupon"
              ltr
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              onChange={() => setEmpty(false)}
            />
            <Button type="submit" variant="secondary" busy={couponActions.isBusy}>
              {t('coupon:apply')}
            </Button>
          </div>
        )}
      </Field>
      <CouponOutcome couponActions={couponActions} onDecided={() => input.current?.focus()} />
    </form>
  )
}

/** Why the last code was refused and what to do about it. */
function useRefusal({ check }: ReturnType<typeof useCoupon>): string | undefined {
  const { t } = useTranslation(['common', 'coupon'])
  const { currency } = useCheckoutState('currency')
  if (check.state !== 'error' || check.message === 'failed') return undefined
  return t(`coupon.message.${check.message}`, {
    currency,
    currencies: check.currencies,
    count: check.minutes,
  })
}
