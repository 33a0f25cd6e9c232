import { useTranslation } from 'next-i18next/pages'
import { usePage } from '@/client/checkout/checkout-provider'
import { CardForm } from '@/features/payment/card-form'
import { PaymentNotice } from '@/features/payment/payment-notice'
import { usePosted } from '@/features/payment/use-no-script-result'
import type { Till } from '@/features/payment/use-payment-form'
import { ErrorSummary } from '@/ui/error-summary'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'

/** Everything that is wrong, where it is more than one thing; one, too, where scripts that go there may be off. */
export function TillErrors({ till: { fields } }: { till: Till }) {
  const { t } = useTranslation('common')
  const { isWithoutTerms } = usePosted()
  return (
    fields.errors.length > (isWithoutTerms ? 0 : 1) && (
      <ErrorSummary autoFocus={isWithoutTerms} title={t('errors.title')} errors={fields.errors} />
    )
  )
}

/** The card and whose it is. */
export function TillCard({ till: { quote, fields, isWhole, isEarly, setCard } }: { till: Till }) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  return (
    <>
      {settings.payments === 'sandbox' && <Notice>{t('testShop')}</Notice>}
      <CardForm
        quote={quote}
        isWhole={isWhole}
        isAwaited={isEarly}
        errorOf={fields.cardErrorOf}
        onEntry={fields.setEntry}
        onCard={setCard}
      />
      <TextField
        ref={fields.holderInput}
        name="cardholder_name"
        label={t('card.cardholder_name')}
        error={fields.holderError}
        autoComplete="cc-name"
        autoCapitalize="words"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
        onChange={({ target }) => fields.setHolder(target.value)}
      />
    </>
  )
}

/** What became of a payment. */
export const TillNotice = ({ till: { quote, phase, told, check, cancel } }: { till: Till }) => (
  <PaymentNotice quote={quote} phase={phase} told={told} onCheck={check} onCancel={cancel} />
)

/** What is only heard. */
export function TillNews({ till: { fields, phase } }: { till: Till }) {
  const { t } = useTranslation('payment')
  return (
    <LiveRegion>
      {fields.errors.length === 1 && fields.errors[0]?.text}
      {phase === 'paying' && t('paying')}
    </LiveRegion>
  )
}
