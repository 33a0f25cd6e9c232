import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, type ReactNode, useState } from 'react'
import { usePrices } from '@/client/money'
import { useCheckout, usePage } from '@/client/provider'
import { visibleQuote } from '@/client/store'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import { CardForm } from '@/features/payment/card-form'
import { type Phase, usePaying } from '@/features/payment/paying'
import { usePaymentFields } from '@/features/payment/payment-fields'
import { PaymentNotice } from '@/features/payment/payment-notice'
import { Terms } from '@/features/payment/terms'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { Group } from '@/ui/group'
import { LockIcon, ShieldIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'

/** Step 5: the card, the terms, and the one button that takes money. */
export function Payment() {
  const { t } = useTranslation('common')
  const quote = useCheckout(visibleQuote)
  return quote ? <Till quote={quote} /> : <Group>{t('summary.unavailable')}</Group>
}

function Till({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['payment', 'common'])
  const isFree = quote.total === 0
  const [card, setCard] = useState<Card | null>(null)
  const [isEarly, setEarly] = useState(false)
  const fields = usePaymentFields(isFree)
  const { phase, told, payOnce, check } = usePaying()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (phase !== 'idle') return
    if (told?.kind === 'unknown') return void check()
    setEarly(!isFree && !card)
    if (!isFree && !card) return
    if (!fields.judge()) return focusSoon(form)
    const holder = fields.holderInput.current?.value.trim() ?? ''
    const result = await payOnce({ card: isFree ? null : card, holder, shown: quote })
    if (result && fields.show(result)) focusSoon(form)
  }

  return (
    <>
      <WithoutScripts />
      <form method="post" noValidate aria-label={t('form')} onSubmit={submit}>
        <Group>
          {fields.errors.length > 1 && (
            <ErrorSummary title={t('common:errors.title')} errors={fields.errors} />
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5" inert={phase !== 'idle'}>
            {!isFree && (
              <>
                <TestShopHint />
                <CardForm
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
            )}
            <Terms box={fields.termsBox} error={fields.termsError} />
          </div>
          <PaymentNotice phase={phase} told={told} onCheck={check} />
          <PayButton quote={quote} phase={phase} />
          <Trust isFree={isFree} />
          <LiveRegion>
            {fields.errors.length === 1 && fields.errors[0]?.text}
            {phase === 'paying' && t('paying')}
          </LiveRegion>
        </Group>
      </form>
    </>
  )
}

/** Once the errors are on the page and the form takes focus again: both come with the next paint. */
const focusSoon = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => focusFirstError(form)))
}

function PayButton({ quote, phase }: { quote: Quote; phase: Phase }) {
  const { t } = useTranslation('payment')
  const prices = usePrices(quote.currency)
  const label: Record<Phase, ReactNode> = {
    // The amount may be written in another way by the browser than by the server.
    idle: (
      <span suppressHydrationWarning>
        {quote.total === 0 ? t('placeOrder') : t('pay', { total: prices.minor(quote.total) })}
      </span>
    ),
    paying: t('paying'),
    checking: t('checking.button'),
    leaving: t('paying'),
  }
  return (
    <Button type="submit" busy={phase !== 'idle'} icon={<LockIcon className="size-4" />}>
      {label[phase]}
    </Button>
  )
}

function Trust({ isFree }: { isFree: boolean }) {
  const { t } = useTranslation(['payment', 'common'])
  return (
    <div className="-mt-1 grid justify-items-center gap-2 text-center text-ink-2 text-sm">
      {!isFree && <p>{t('trust')}</p>}
      <p className="flex items-center gap-1.5">
        <ShieldIcon className="size-4 text-accent" />
        {t('guarantee')}
      </p>
    </div>
  )
}

function TestShopHint() {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  return settings.payments === 'sandbox' && <Notice>{t('testShop')}</Notice>
}

function WithoutScripts() {
  const { t } = useTranslation('payment')
  return (
    <noscript>
      <Notice tone="advice" title={t('noscript.title')}>
        {t('noscript.text')}
      </Notice>
    </noscript>
  )
}
