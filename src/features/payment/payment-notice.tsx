import { useTranslation } from 'next-i18next/pages'
import { declineOf } from '@/client/declines'
import { usePrices } from '@/client/money'
import { useCheckout, usePage } from '@/client/provider'
import { visibleQuote } from '@/client/store'
import { formatPrice } from '@/domain/pricing/money'
import type { Told } from '@/features/payment/pay'
import type { Phase } from '@/features/payment/paying'
import { Button, ButtonLink } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice, type NoticeProps } from '@/ui/notice'

interface PaymentNoticeProps {
  phase: Phase
  told: Told | null
  onCheck: () => void
}

/** Why the payment did not go through, where the money is, and what to do next. */
export function PaymentNotice({ phase, told, onCheck }: PaymentNoticeProps) {
  const { t } = useTranslation('payment')
  const texts = useTexts(told)
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
      tone={toneOf(told)}
      title={texts.title}
      className={place}
      actions={<WayOn told={told} onCheck={onCheck} />}
    >
      {texts.text}
    </Notice>
  )
}

/** Of one height, so that an answer takes the question's place without moving the button. */
const place = 'min-h-[146px] sm:min-h-[96px]'

const toneOf = ({ kind }: Told): NonNullable<NoticeProps['tone']> =>
  kind === 'quote_changed' || kind === 'unconfirmed' || kind === 'unknown' ? 'advice' : 'error'

function useTexts(told: Told | null) {
  const { t } = useTranslation('payment')
  const { language } = usePage()
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  if (!told || !quote) return undefined
  const { key, values } = keyOf()
  return { title: t(`${key}.title`, values), text: t(`${key}.text`, values) }

  function keyOf() {
    if (told?.kind === 'declined') return { key: `declines.${declineOf(told.reason).text}` }
    if (told?.kind !== 'quote_changed') return { key: `told.${told?.kind}` }
    const before = formatPrice(told.before.amount, told.before.currency, language)
    const after = prices.minor(quote?.total ?? 0)
    return { key: 'told.quote_changed', values: { before, after } }
  }
}

function WayOn({ told, onCheck }: Pick<PaymentNoticeProps, 'onCheck'> & { told: Told }) {
  const { t } = useTranslation('payment')
  if (told.kind === 'incomplete')
    return (
      <ButtonLink look="link" wide={false} href="/">
        {t('told.incomplete.go')}
      </ButtonLink>
    )
  if (told.kind !== 'unknown' && told.kind !== 'unconfirmed') return null
  return (
    <Button look="link" wide={false} icon={<RetryIcon />} onClick={onCheck}>
      {t('checkAgain')}
    </Button>
  )
}
