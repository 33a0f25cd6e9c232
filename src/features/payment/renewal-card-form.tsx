import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import { CardFieldsSkeleton } from '@/features/payment/card-box'
import { CardHolderField, useCardProvider } from '@/features/payment/card-form'
import {
  focusErrorAfterPaint,
  type PaymentFields,
  usePaymentFields,
} from '@/features/payment/payment-fields'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { LockIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

interface RenewalCardFormProps {
  /** Price of each renewal. */
  quote: Quote
  label: string
  priceNote: string
  submitLabel: string
  busyLabel: string
  saveCard: (
    paymentMethod: string,
    confirm: Card['confirm'],
  ) => Promise<'saved' | { declineReason: string | null }>
  onUnreachable: () => void
  cancelButton: ReactNode
}

/** Saves a card for renewals. Card fields only: no other method can be charged years later. */
export function RenewalCardForm(props: RenewalCardFormProps) {
  const { t } = useTranslation(['renewal', 'payment', 'common'])
  const { settings } = usePage()
  const fields = usePaymentFields({ isFree: false, isPaymentElement: false })
  const { holderInput, initialHolder, holderError, setHolder, cardErrorOf, setEntry, errors } =
    fields
  const provider = useCardProvider({
    isPaymentElement: false,
    attempt: 1,
    onUnreachable: props.onUnreachable,
  })
  const { form, setCard, isEarly, isBusy, submit } = useSaveCard(props, fields)
  const { label, submitLabel, busyLabel, priceNote, cancelButton } = props
  return (
    <form
      ref={form}
      tabIndex={-1}
      method="post"
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <p className="text-ink-2 text-sm">{t('card')}</p>
      {errors.length > 1 && <ErrorSummary title={t('common:errors.title')} errors={errors} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5" inert={isBusy}>
        {settings.payments === 'sandbox' && <Notice>{t('payment:testShop')}</Notice>}
        {provider ? (
          <provider.Fields
            stripe={provider.stripe}
            quote={props.quote}
            errorOf={cardErrorOf}
            onEntry={setEntry}
            onCard={setCard}
            onLoadError={props.onUnreachable}
          />
        ) : (
          <CardFieldsSkeleton />
        )}
        {isEarly && <Notice role="status">{t('payment:early')}</Notice>}
        <CardHolderField {...{ holderInput, initialHolder, holderError, setHolder }} />
      </div>
      <p className="font-semibold" suppressHydrationWarning>
        {priceNote}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2">
        <Button
          type="submit"
          variant="secondary"
          busy={isBusy}
          icon={<LockIcon className="size-4" />}
        >
          {isBusy ? busyLabel : submitLabel}
        </Button>
        <div className="grid" inert={isBusy}>
          {cancelButton}
        </div>
      </div>
    </form>
  )
}

function useSaveCard({ saveCard, onUnreachable }: RenewalCardFormProps, fields: PaymentFields) {
  const email = useCheckout(state => optimisticState(state).customer.email)
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState<Card | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { submitOnce, isBusy } = useSubmitOnce()
  useEffect(() => form.current?.focus({ preventScroll: true }), [])

  const collectAndSave = async (readyCard: Card) => {
    const name = fields.holderInput.current?.value.trim() ?? ''
    const collected = await readyCard.collect({ name, email })
    if (collected === 'unreachable') return onUnreachable()
    if ('field' in collected) return showResult({ invalid: collected })
    if ('declineCode' in collected) return showDecline(collected.declineCode)
    if (!('payment_method' in collected.source)) return onUnreachable()
    const outcome = await saveCard(collected.source.payment_method, readyCard.confirm)
    if (outcome !== 'saved') showDecline(outcome.declineReason)
  }
  const showDecline = (reason: string | null) =>
    showResult({ message: { kind: 'declined', reason } })
  const showResult = (result: Parameters<typeof fields.show>[0]) => {
    if (fields.show(result)) focusErrorAfterPaint(form.current)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setSubmitted(true)
    if (!card) return
    if (!fields.validate()) return focusErrorAfterPaint(form.current)
    void submitOnce(() => collectAndSave(card))
  }
  return { form, setCard, isEarly: isSubmitted && !card, isBusy, submit }
}
