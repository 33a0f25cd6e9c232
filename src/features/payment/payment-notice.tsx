import { useTranslation } from 'next-i18next/pages'
import type { MouseEvent } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { declineOf } from '@/client/payments/decline-messages'
import type { AnyText } from '@/client/texts/dynamic-translate'
import { usePrices } from '@/client/texts/use-prices'
import { formatPrice } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Told } from '@/features/payment/submit-payment'
import type { Phase } from '@/features/payment/use-payment-flow'
import { Button, ButtonLink } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice, type NoticeProps } from '@/ui/notice'

interface PaymentNoticeProps {
  /** What would be paid. */
  quote: Quote
  phase: Phase
  told: Told | null
  onCheck: () => void
  onCancel: () => void
}

/** Why the payment did not go through, where the money is, and what to do next. */
export function PaymentNotice({ quote, phase, told, ...does }: PaymentNoticeProps) {
  const { t } = useTranslation('payment')
  const texts = useTexts(told, quote)
  if (phase === 'checking')
    return (
      <Notice role="status" title={t('checking.title')} className={place}>
        {t('checking.text')}
      </Notice>
    )
  if (!told || !texts || phase !== 'idle') return null
  return (
    <Notice
      role="alert"
      tone={tones[told.kind] ?? 'error'}
      title={texts.title}
      className={place}
      actions={<WayOn told={told} {...does} />}
    >
      {texts.text}
    </Notice>
  )
}

/** Of one height, so that an answer takes the question's place without moving the button. */
const place = 'min-h-[146px] sm:min-h-[96px]'

const tones: Partial<Record<Told['kind'], NoticeProps['tone']>> = {
  quote_changed: 'advice',
  unconfirmed: 'advice',
  waiting: 'advice',
  unknown: 'advice',
  called_off: 'ok',
  paid_offline: 'ok',
  paypal_cancelled: 'ok',
}

function useTexts(told: Told | null, quote: Quote) {
  const { t } = useTranslation('payment')
  const { language } = usePage()
  const prices = usePrices(quote.currency)
  if (!told) return undefined
  const { key, values } = keyOf()
  const say = t as AnyText
  return { title: say(`${key}.title`, values), text: say(`${key}.text`, values) }

  function keyOf() {
    if (told?.kind === 'declined') return { key: `declines.${declineOf(told.reason).text}` }
    if (told?.kind !== 'quote_changed') return { key: `told.${told?.kind}` }
    const before = formatPrice(told.before.amount, told.before.currency, language)
    const after = prices.minor(quote.total)
    return { key: 'told.quote_changed', values: { before, after } }
  }
}

function WayOn({
  told,
  onCheck,
  onCancel,
}: Omit<PaymentNoticeProps, 'quote' | 'phase' | 'told'> & { told: Told }) {
  const { t } = useTranslation('payment')
  if (told.kind === 'incomplete')
    return (
      <ButtonLink look="link" wide={false} href="/">
        {t('told.incomplete.go')}
      </ButtonLink>
    )
  if (told.kind === 'waiting')
    return (
      <Button look="link" wide={false} onClick={goingOn(onCancel)}>
        {t('told.waiting.cancel')}
      </Button>
    )
  if (told.kind !== 'unknown' && told.kind !== 'unconfirmed') return null
  return (
    <Button look="link" wide={false} icon={<RetryIcon />} onClick={goingOn(onCheck)}>
      {t('checkAgain')}
    </Button>
  )
}

/** The pressed button goes: the keyboard goes on from the one that pays. */
const goingOn =
  (act: () => void) =>
  ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void => {
    form?.querySelector<HTMLElement>('[type=submit]')?.focus()
    act()
  }
