import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiClientError } from '@/client/api/api-client-error'
import {
  useCheckout,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useRefundText } from '@/client/format/use-refund-text'
import { useTranslation } from '@/client/texts/use-translation'
import { changeOrder } from '@/contract/orders'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { findStep } from '@/domain/checkout/steps'
import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import { MissingPhotos, NextSteps } from '@/features/thank-you/next-steps'
import { PaidReceipt } from '@/features/thank-you/paid-receipt'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Group } from '@/ui/group'
import { CheckIcon, CopyIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'

interface ThankYouProps {
  methods: ShippingMethod[] | undefined
  /** Starts another order. */
  newOrderButton: ReactNode
}

/** The paid order, the next steps and the receipt. A refunded order has no next steps. */
export function ThankYou({ methods, newOrderButton }: ThankYouProps) {
  const { t } = useTranslation('thank-you')
  const { isRefunded } = usePaidOrder()
  return (
    <>
      <div
        id="order"
        tabIndex={-1}
        className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-5 outline-none print:hidden"
      >
        {!isRefunded && <MissingPhotos />}
        <PaidOrder />
        {!isRefunded && (
          <>
            <NextSteps servedMethods={methods} />
            <Notice title={t('licence.title')}>{t('licence.text')}</Notice>
            <Notice tone="ok" title={t('guarantee.title')}>
              {t('guarantee.text')}
            </Notice>
          </>
        )}
      </div>
      <PaidReceipt />
      <div className="print:hidden">
        <AnotherOrder newOrderButton={newOrderButton} />
      </div>
    </>
  )
}

function PaidOrder() {
  const { t } = useTranslation('thank-you')
  const { state, order, isRefunded } = usePaidOrder()
  const prices = usePrices(order?.currency ?? state.currency)
  const refundText = useRefundText(order)
  if (!order) return null
  const total = prices.major(order.total)
  const card = parsePaidCard(state.confirmation_payment_method)
  const method = formatMethodName(state.confirmation_payment_method)
  return (
    <Group>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="block text-ink-2 text-sm">{t('number')}</span>
          <b className="wrap-anywhere text-lg">{order.id}</b>
        </p>
        <CopyButton text={order.id} kind="number" />
      </div>
      <p suppressHydrationWarning>{order.total === 0 ? t('free') : formatPaidText()}</p>
      {refundText && (
        <p suppressHydrationWarning>
          {!isRefunded && <b className="block">{refundText}</b>}
          {formatRefundWay()}
        </p>
      )}
      {/* A corrected address gets the confirmation of the order, which a refunded one has not. */}
      {!isRefunded && <Email />}
    </Group>
  )

  function formatPaidText(): string {
    if (card) return t('paidWith', { total, ...card })
    return method ? t('paidThrough', { total, method }) : t('paid', { total })
  }

  function formatRefundWay(): string {
    const way = card ? t('receipt.cardIs', card) : method
    return way ? t('refund.when', { method: way }) : t('refund.back')
  }
}

/** Heading and lead of the page; for a refunded order the refund is its news. */
export function useThankYouTexts() {
  const { t } = useTranslation(['thank-you', 'common'])
  const { order, isRefunded } = usePaidOrder()
  const refundText = useRefundText(order)
  const { title, heading, description } = findStep('thank-you')
  if (!isRefunded || !refundText)
    return {
      title: t(`common:${title}`),
      heading: t(`common:${heading}`),
      lead: t(`common:${description}`),
    }
  const refundHeading = t('refund.heading')
  const lead = t('common:together', { first: refundText, second: t('refund.ended') })
  return { title: refundHeading, heading: refundHeading, lead }
}

/** Starts a second order; this one stays available at its own link. */
function AnotherOrder({ newOrderButton }: { newOrderButton: ReactNode }) {
  const { t } = useTranslation('thank-you')
  const { settings } = usePage()
  const token = useCheckout(({ checkout }) => checkout.token)
  const link = `${settings.appUrl}/checkouts/thank-you/?token=${token}`
  return (
    <Group heading={t('another.heading')}>
      <p className="text-ink-2">{t('another.text')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a href={link} className="inline-flex min-h-11 items-center">
          {t('another.link')}
        </a>
        <CopyButton text={link} kind="link" />
      </div>
      {newOrderButton}
    </Group>
  )
}

interface CopyButtonProps {
  text: string
  kind: 'number' | 'link'
}

/** Copies a text. If the browser refuses, the text beside the button can be copied by hand. */
function CopyButton({ text, kind }: CopyButtonProps) {
  const { t } = useTranslation('thank-you')
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <>
      <Button
        variant="ghost"
        icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />}
        onClick={copy}
      >
        {t(`copy.${kind}.${state}`)}
      </Button>
      <LiveRegion>{state !== 'idle' && t(`copy.${kind}.${state}`)}</LiveRegion>
    </>
  )
}

/**
 * Email address of the permit, and a form to correct it: it is the only way to reach the customer.
 */
function Email() {
  const { t } = useTranslation('thank-you')
  const { state } = usePaidOrder()
  const { email } = state.customer
  const [isOpen, setOpen] = useState(false)
  const { submit, input, error, isBusy, isSaved } = useEmailCorrection(() => setOpen(false))
  return (
    <div className="grid gap-3">
      <p>
        {t('email.label')}
        <b className="wrap-anywhere">{email}</b>
      </p>
      <Disclosure
        summary={t('email.change')}
        open={isOpen}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            ref={input}
            name="email"
            type="email"
            inputMode="email"
            ltr
            label={t('email.field')}
            error={error && t(`email.${error}`)}
            autoComplete="email"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            defaultValue={email}
          />
          <Button type="submit" variant="secondary" busy={isBusy}>
            {t('email.save')}
          </Button>
        </form>
      </Disclosure>
      <LiveRegion>{isSaved && t('email.saved', { email })}</LiveRegion>
    </div>
  )
}

function useEmailCorrection(onSaved: () => void) {
  const sync = useSync()
  const store = useCheckoutStore()
  const { order } = usePaidOrder()
  const input = useRef<HTMLInputElement>(null)
  const [phase, setPhase] = useState<'idle' | 'busy' | 'saved'>('idle')
  const [error, setError] = useState<EmailError>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!order || phase === 'busy') return
    setPhase('busy')
    setError(undefined)
    try {
      await sync.run(changeOrder, {
        params: { id: order.id },
        query: { token: store.getState().checkout.token },
        body: { email: input.current?.value ?? '' },
      })
      await sync.refresh()
      setPhase('saved')
      onSaved()
    } catch (failure) {
      setError(toEmailError(failure))
      setPhase('idle')
      input.current?.focus()
    }
  }
  return { submit, input, error, isBusy: phase === 'busy', isSaved: phase === 'saved' }
}

type EmailError = 'wrong' | 'often' | 'closed' | 'failed'

function toEmailError(failure: unknown): EmailError {
  switch (failure instanceof ApiClientError && failure.code) {
    case 'unprocessable':
      return 'wrong'
    case 'rate_limited':
      return 'often'
    case 'closed':
    case 'refunded':
      return 'closed'
    default:
      return 'failed'
  }
}
