import type { MouseEvent } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { declineOf } from '@/client/payments/decline-messages'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { formatPrice } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import { CardForm, CardHolderField } from '@/features/payment/card-form'
import { paymentNoticeId, useNoScriptResult } from '@/features/payment/payment-fields'
import { isUnfinished, type PaymentMessage } from '@/features/payment/submit-payment'
import type { PaymentForm } from '@/features/payment/use-payment-form'
import { Button, ButtonLink, type ButtonProps } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { ErrorSummary } from '@/ui/error-summary'
import { LockIcon, RetryIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Notice, type NoticeProps } from '@/ui/notice'

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

/** Who has the card's data, and the shop's name on the statement if the shop sends one. */
export function SecurityLine({ hasPaypal = false }: { hasPaypal?: boolean }) {
  const { t } = useTranslation(['payment', 'common'])
  const { statementDescriptor: name } = usePage().settings
  const security = t(hasPaypal ? 'trustPaypal' : 'trust')
  return (
    <p className="-mt-1 text-center text-ink-2 text-sm">
      {name
        ? t('common:together', { first: security, second: t('statement', { name }) })
        : security}
    </p>
  )
}

export function PaymentFormCard({
  paymentForm: { quote, fields, isPaymentElement, isEarly, setCard },
}: {
  paymentForm: PaymentForm
}) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  const { holderInput, initialHolder, holderError, cardErrorOf } = fields
  return (
    <>
      <CardForm
        quote={quote}
        isPaymentElement={isPaymentElement}
        isAwaited={isEarly}
        errorOf={cardErrorOf}
        onEntry={fields.setEntry}
        onCard={setCard}
      />
      <CardHolderField
        {...{ holderInput, initialHolder, holderError }}
        setHolder={fields.setHolder}
      />
      {settings.payments === 'sandbox' && <Notice>{t('testShop')}</Notice>}
    </>
  )
}

interface PayButtonProps extends Pick<ButtonProps, 'variant'> {
  paymentForm: PaymentForm
}

/** Pays; while the result of a payment is unknown, it asks for that result instead. */
export function PayButton({ paymentForm: { quote, phase, message }, variant }: PayButtonProps) {
  const { t } = useTranslation('payment')
  const prices = usePrices(quote.currency)
  const isCheck = phase === 'idle' && isUnfinished(message)
  return (
    <Button
      type="submit"
      variant={variant}
      busy={phase !== 'idle'}
      icon={isCheck ? <RetryIcon /> : <LockIcon className="size-4" />}
    >
      {/* Browser and server may format the amount differently. */}
      <span suppressHydrationWarning>{isCheck ? t('checkAgain') : formatLabel()}</span>
    </Button>
  )

  function formatLabel(): string {
    if (phase !== 'idle') return t(phase === 'checking' ? 'checking.button' : 'paying')
    return quote.total === 0 ? t('placeOrder') : t('pay', { total: prices.minor(quote.total) })
  }
}

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

/** Why the payment did not go through, where the money is, and what to do next. */
export function PaymentFormNotice({ paymentForm }: { paymentForm: PaymentForm }) {
  const { quote, phase, message, cancel } = paymentForm
  const { t } = useTranslation('payment')
  const texts = useNoticeTexts(message, quote)
  if (phase === 'checking')
    return (
      <Notice role="status" title={t('checking.title')}>
        {t('checking.text')}
      </Notice>
    )
  if (!message || !texts) return null
  return (
    <Notice
      id={paymentNoticeId}
      tabIndex={-1}
      role="alert"
      tone={tones[message.kind] ?? 'error'}
      title={texts.title}
      // Invisible instead of gone while paying: the fields and the button do not move.
      className={classNames(phase !== 'idle' && 'invisible')}
      actions={<NoticeActions message={message} onCancel={cancel} />}
    >
      {texts.text}
    </Notice>
  )
}

const tones: Partial<Record<PaymentMessage['kind'], NoticeProps['tone']>> = {
  quote_changed: 'advice',
  unconfirmed: 'advice',
  waiting: 'advice',
  unknown: 'advice',
  called_off: 'info',
  paypal_cancelled: 'info',
  paid_offline: 'ok',
}

function useNoticeTexts(message: PaymentMessage | null, quote: Quote) {
  const { t } = useTranslation('payment')
  const { language } = usePage()
  const prices = usePrices(quote.currency)
  if (!message) return undefined
  const { key, values } = resolveKey()
  const translate = t as DynamicT
  return { title: translate(`${key}.title`, values), text: translate(`${key}.text`, values) }

  function resolveKey() {
    if (message?.kind === 'declined') return { key: `declines.${declineOf(message.reason).text}` }
    if (message?.kind !== 'quote_changed') return { key: `notices.${message?.kind}` }
    const before = formatPrice(message.before.amount, message.before.currency, language)
    const after = prices.minor(quote.total)
    return { key: 'notices.quote_changed', values: { before, after } }
  }
}

function NoticeActions({ message, onCancel }: { message: PaymentMessage; onCancel: () => void }) {
  const { t } = useTranslation('payment')
  if (message.kind === 'incomplete')
    return (
      <ButtonLink variant="link" wide={false} href="/">
        {t('notices.incomplete.go')}
      </ButtonLink>
    )
  return (
    message.kind === 'waiting' && (
      <Button variant="link" wide={false} onClick={focusSubmitThen(onCancel)}>
        {t('notices.waiting.cancel')}
      </Button>
    )
  )
}

/** The pressed button unmounts: focus moves to the pay button until there is a result. */
const focusSubmitThen =
  (action: () => void) =>
  ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void => {
    form?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
    action()
  }
