import type { i18n as I18n } from 'i18next'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useCoupon, useCouponMessage, useCouponTextValues } from '@/client/payments/use-coupon'
import type { CouponCheck } from '@/client/store/checkout-store'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { Button } from '@/ui/button'
import { EitherOr } from '@/ui/either-or'
import { Field } from '@/ui/field'
import { CheckIcon, RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { TextInput } from '@/ui/text-input'

/** Texts of the coupon box, loaded with it. */
export const loadCouponTexts = (i18n: I18n): Promise<void> => loadNamespace(i18n, 'coupon')

/** Content of the coupon box: the found codes and the field for another. */
export function CouponPanel() {
  return (
    <div className="grid gap-4">
      <FoundCouponList />
      <CouponForm />
    </div>
  )
}

/** Code field. It is outside every step's form, so Enter submits only the code. */
function CouponForm() {
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
          <div className="flex flex-wrap gap-2">
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
              className="min-w-0 flex-1 basis-[8rem]"
              onChange={() => setEmpty(false)}
            />
            <Button
              type="submit"
              variant="secondary"
              className="shrink-0"
              busy={couponActions.isBusy}
            >
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
  const toMessage = useCouponMessage()
  if (check.state !== 'error' || check.message === 'failed') return undefined
  return toMessage(check.message, check)
}

/** Each found code: its saving and a button to use it, or why it cannot be used. */
function FoundCouponList() {
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
  const toMessage = useCouponMessage()
  const amount = usePrices(currency).major(saves)
  return (
    <li className="grid">
      <span className="flex flex-wrap justify-between gap-x-4">
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>
        {!code && saves > 0 && t(isEstimate ? 'coupon:savesAbout' : 'coupon:saves', { amount })}
      </span>
      {code ? <span className="text-ink-2">{toMessage(code, { currencies })}</span> : children}
    </li>
  )
}

interface CouponOutcomeProps {
  couponActions: ReturnType<typeof useCoupon>
  /** Moves the focus: the buttons of a choice unmount when it is made. */
  onDecided: () => void
}

/** Result of the last code: applied, a failed check, or the choice between two codes. */
function CouponOutcome({ couponActions, onDecided }: CouponOutcomeProps) {
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
          {t('coupon:message.failed')}
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
