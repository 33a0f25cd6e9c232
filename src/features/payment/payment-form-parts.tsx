import { useTranslation } from 'next-i18next/pages'
import { usePage } from '@/client/checkout/checkout-provider'
import { CardForm } from '@/features/payment/card-form'
import { CardHolderField } from '@/features/payment/card-holder-field'
import { PaymentNotice } from '@/features/payment/payment-notice'
import { useNoScriptResult } from '@/features/payment/use-no-script-result'
import type { PaymentForm } from '@/features/payment/use-payment-form'
import { ErrorSummary } from '@/ui/error-summary'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'

/** Lists the errors if there are several, or a single one if scripts to focus it may be off. */
export function PaymentFormErrors({ paymentForm: { fields } }: { paymentForm: PaymentForm }) {
  const { t } = useTranslation('common')
  const { isWithoutTerms } = useNoScriptResult()
  return (
    fields.errors.length > (isWithoutTerms ? 0 : 1) && (
      <ErrorSummary autoFocus={isWithoutTerms} title={t('errors.title')} errors={fields.errors} />
    )
  )
}

export function PaymentFormCard({
  paymentForm: { quote, fields, isPaymentElement, isEarly, setCard },
}: {
  paymentForm: PaymentForm
}) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  const { holderInput, holderError, setHolder, cardErrorOf, setEntry } = fields
  return (
    <>
      {settings.payments === 'sandbox' && <Notice>{t('testShop')}</Notice>}
      <CardForm
        quote={quote}
        isPaymentElement={isPaymentElement}
        isAwaited={isEarly}
        errorOf={cardErrorOf}
        onEntry={setEntry}
        onCard={setCard}
      />
      <CardHolderField {...{ holderInput, holderError, setHolder }} />
    </>
  )
}

export const PaymentFormNotice = ({
  paymentForm: { quote, phase, message, finish, cancel },
}: {
  paymentForm: PaymentForm
}) => (
  <PaymentNotice
    quote={quote}
    phase={phase}
    message={message}
    onFinish={finish}
    onCancel={cancel}
  />
)

/** Announced to screen readers only. */
export function PaymentFormAnnouncer({
  paymentForm: { fields, phase },
}: {
  paymentForm: PaymentForm
}) {
  const { t } = useTranslation('payment')
  return (
    <LiveRegion>
      {fields.errors.length === 1 && fields.errors[0]?.text}
      {phase === 'paying' && t('paying')}
    </LiveRegion>
  )
}
