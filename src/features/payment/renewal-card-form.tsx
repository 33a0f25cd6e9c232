import type { Stripe } from '@stripe/stripe-js'
import { useTranslation } from 'next-i18next/pages'
import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { report } from '@/client/api/report-error'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import { visibleState } from '@/client/store/checkout-store'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import { CardPlaces } from '@/features/payment/card-box'
import type { CardFieldsProps } from '@/features/payment/card-fields'
import { usePaymentFields } from '@/features/payment/payment-fields'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { LockIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'

interface RenewalTillProps {
  /** What every renewal costs. */
  quote: Quote
  label: string
  beside: string
  button: string
  busy: string
  keep: (
    paymentMethod: string,
    confirm: Card['confirm'],
  ) => Promise<'kept' | { declined: string | null }>
  onUnreachable: () => void
  cancel: ReactNode
}

/** Takes a card that is kept for renewals: by the card fields alone, nothing else can be charged in years. */
export function RenewalTill(props: RenewalTillProps) {
  const { t } = useTranslation(['renewal', 'payment', 'common'])
  const { settings } = usePage()
  const fields = usePaymentFields({ isFree: false, isWhole: false })
  const provider = useProvider(props.onUnreachable)
  const { form, setCard, isEarly, isBusy, submit } = useKeeping(props, fields)
  const { label, button, busy, beside, cancel } = props
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
      {fields.errors.length > 1 && (
        <ErrorSummary title={t('common:errors.title')} errors={fields.errors} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5" inert={isBusy}>
        {settings.payments === 'sandbox' && <Notice>{t('payment:testShop')}</Notice>}
        {provider ? (
          <provider.Fields
            stripe={provider.stripe}
            quote={props.quote}
            errorOf={fields.cardErrorOf}
            onEntry={fields.setEntry}
            onCard={setCard}
            onLoadError={props.onUnreachable}
          />
        ) : (
          <CardPlaces />
        )}
        {isEarly && <Notice role="status">{t('payment:early')}</Notice>}
        <TextField
          ref={fields.holderInput}
          name="cardholder_name"
          label={t('payment:card.cardholder_name')}
          error={fields.holderError}
          autoComplete="cc-name"
          autoCapitalize="words"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
          onChange={({ target }) => fields.setHolder(target.value)}
        />
      </div>
      <p className="font-semibold" suppressHydrationWarning>
        {beside}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2">
        <Button type="submit" look="secondary" busy={isBusy} icon={<LockIcon className="size-4" />}>
          {isBusy ? busy : button}
        </Button>
        <div className="grid" inert={isBusy}>
          {cancel}
        </div>
      </div>
    </form>
  )
}

function useKeeping(
  { keep, onUnreachable }: RenewalTillProps,
  fields: ReturnType<typeof usePaymentFields>,
) {
  const { email } = useCheckout(visibleState).customer
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState<Card | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => form.current?.focus({ preventScroll: true }), [])

  const collectAndKeep = async (given: Card) => {
    const name = fields.holderInput.current?.value.trim() ?? ''
    const collected = await given.collect({ name, email })
    if (collected === 'unreachable') return onUnreachable()
    if ('field' in collected) return showing({ wrong: collected })
    if ('refused' in collected) return declined(collected.refused)
    if (!('payment_method' in collected.means)) return onUnreachable()
    const outcome = await keep(collected.means.payment_method, given.confirm)
    if (outcome !== 'kept') declined(outcome.declined)
  }
  const declined = (reason: string | null) => showing({ told: { kind: 'declined', reason } })
  const showing = (result: Parameters<typeof fields.show>[0]) => {
    if (fields.show(result)) focusSoon(form.current)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setAsked(true)
    if (!card) return
    if (!fields.judge()) return focusSoon(form.current)
    setBusy(true)
    await collectAndKeep(card)
    setBusy(false)
  }
  return { form, setCard, isEarly: isAsked && !card, isBusy, submit }
}

/** Once the errors are on the page. */
const focusSoon = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => form && focusFirstError(form)))
}

interface Provider {
  stripe: Stripe
  Fields: ComponentType<CardFieldsProps>
}

function useProvider(onUnreachable: () => void): Provider | undefined {
  const [page] = useState(usePage())
  const [unreachable] = useState(() => onUnreachable)
  const [opened, setOpened] = useState<Provider>()
  useEffect(() => {
    let isCurrent = true
    Promise.all([openStripe(page), import('@/features/payment/card-fields')]).then(
      ([stripe, { CardFields }]) => {
        if (isCurrent) setOpened({ stripe, Fields: CardFields })
      },
      error => {
        report('payment provider', error)
        if (isCurrent) unreachable()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [page, unreachable])
  return opened
}
