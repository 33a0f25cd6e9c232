import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiClientError } from '@/client/api/api-client-error'
import { renewalQuery, stopRenewalMutation } from '@/client/api/subscription-queries'
import { useApi, useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { useCachedQuery, useQueryCache } from '@/client/checkout/use-cached-query'
import { useDates } from '@/client/format/use-dates'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import { createSetupIntent, createSubscription, type renewal } from '@/contract/subscriptions'
import { resolveWording } from '@/domain/payments/auto-renewal'
import { parsePaidCard } from '@/domain/payments/payment-method-label'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

interface RenewalCardFormProps {
  /** Price of each renewal. */
  quote: Quote
  label: string
  /** Price and date of the first charge, shown next to the button. */
  priceNote: string
  submitLabel: string
  busyLabel: string
  saveCard: (
    paymentMethod: string,
    confirm: (clientSecret: string) => Promise<boolean>,
  ) => Promise<SaveCardOutcome>
  onUnreachable: () => void
  /** Declines; shown next to the submit button. */
  cancelButton: ReactNode
}

export interface PanelProps {
  /** Renders the card form after the customer accepts. */
  renderCardForm: (cardFormProps: RenewalCardFormProps) => ReactNode
}

/** The auto-renewal offer, never accepted by default, or its status. */
export function Panel({ renderCardForm }: PanelProps) {
  const state = useRenewal()
  const { renewal } = state
  const wasOffered = useRef(false)
  useEffect(() => {
    if (renewal?.status === 'offered') wasOffered.current = true
  }, [renewal])
  if (!renewal?.price || !renewal.charge_on) return null
  const viewProps = { renewal, price: renewal.price, day: renewal.charge_on, state }
  if (renewal.status === 'offered') return <Offer {...viewProps} renderCardForm={renderCardForm} />
  return <RenewalStatus {...viewProps} wasOffered={wasOffered} />
}

interface RenewalViewProps {
  renewal: Renewal
  price: RenewalPrice
  /** Date of the next charge. */
  day: string
  state: ReturnType<typeof useRenewal>
}

function Offer({ price, day, state, renderCardForm }: RenewalViewProps & PanelProps) {
  const { t } = useTranslation(['renewal', 'common'])
  const { variants } = useCheckoutState('variants')
  const [isFormOpen, setFormOpen] = useState(false)
  const textValues = useTextValues(price, day)
  const { failureReason } = state
  const wording = resolveWording(variants)
  // Without a renewal discount there is no saving to mention.
  const isWordingValid = wording !== 'saving' || price.full > price.total
  const cancelButton = (
    <Button variant="secondary" onClick={() => setFormOpen(false)}>
      {t('close')}
    </Button>
  )
  return (
    <Group heading={t('heading')} className="print:hidden">
      <div className="grid gap-2" suppressHydrationWarning>
        <p>{t(`lead.${isWordingValid ? wording : 'plain'}`, textValues)}</p>
        <p>{t('terms', textValues)}</p>
        <p className="text-ink-2 text-sm">
          {t('common:together', { first: t('whole', textValues), second: t('mails') })}
        </p>
      </div>
      {failureReason && (
        <Notice role="alert" tone="error" title={t('failed.title')}>
          {t('common:together', { first: t('failed.text'), second: t(`failed.${failureReason}`) })}
        </Notice>
      )}
      {isFormOpen ? (
        renderCardForm({
          quote: toQuote(price),
          label: t('form'),
          priceNote: t('beside', textValues),
          submitLabel: t('confirm'),
          busyLabel: t('busy'),
          saveCard: (paymentMethod, confirm) => state.setUp(price, paymentMethod, confirm),
          onUnreachable: () => state.setFailureReason('later'),
          cancelButton,
        })
      ) : (
        <Button variant="secondary" onClick={() => setFormOpen(true)}>
          {t('open')}
        </Button>
      )}
    </Group>
  )
}

function RenewalStatus({
  renewal,
  price,
  day,
  state,
  wasOffered,
}: RenewalViewProps & { wasOffered: RefObject<boolean> }) {
  const { t } = useTranslation('renewal')
  const textValues = useTextValues(price, day)
  const notice = useRef<HTMLDivElement>(null)
  const { isStopping, hasStopFailed, stop } = state
  const { status } = renewal
  useEffect(() => {
    // The pressed button has unmounted: focus moves to the notice.
    if (wasOffered.current || status === 'stopped') notice.current?.focus()
  }, [wasOffered, status])
  const card = parsePaidCard(renewal.card)
  const noticeProps = { ref: notice, tabIndex: -1, role: 'status', className: 'print:hidden' }
  if (status === 'stopped')
    return (
      <Notice {...noticeProps} title={t('stopped.title')}>
        {t('stopped.text')}
      </Notice>
    )
  if (status === 'checking') return <Notice {...noticeProps}>{t('checking', textValues)}</Notice>
  const isPastDue = status === 'past_due'
  return (
    <Notice
      {...noticeProps}
      tone={isPastDue ? 'advice' : 'ok'}
      title={t(isPastDue ? 'past_due.title' : 'active.title')}
      actions={
        <Button variant="link" wide={false} busy={isStopping} onClick={stop}>
          {t(isStopping ? 'stopping' : 'stop')}
        </Button>
      }
    >
      <p suppressHydrationWarning>
        {isPastDue && t('past_due.text', textValues)}
        {!isPastDue &&
          (card ? t('active.textCard', { ...textValues, ...card }) : t('active.text', textValues))}
      </p>
      {hasStopFailed && <p role="alert">{t('stopFailed')}</p>}
    </Notice>
  )
}

function toQuote({ currency, total }: RenewalPrice): Quote {
  const minorTotal = toMinor(total, currency)
  const zeroAmounts = { urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 0 }
  return { ...zeroAmounts, currency, plan: minorTotal, total: minorTotal }
}

/** Interpolation values of the renewal texts. */
function useTextValues({ currency, total, full, years }: RenewalPrice, day: string) {
  const prices = usePrices(currency)
  const dates = useDates()
  return {
    price: prices.major(total),
    full: prices.major(full),
    day: dates.day(day),
    count: years,
  }
}

export type Renewal = z.infer<typeof renewal>
type RenewalPrice = NonNullable<Renewal['price']>

/** Why auto-renewal was not set up. Another card or a later try may work; nothing was charged. */
type FailureReason = 'again' | 'later' | 'often' | 'changed'

/** Result of saving a card: stored, or the bank's decline reason. */
type SaveCardOutcome = 'saved' | { declineReason: string | null }

/** Auto-renewal of this page's order and the customer's actions on it. */
function useRenewal() {
  const api = useApi()
  const token = useCheckout(({ checkout }) => checkout.token)
  const queryClient = useQueryCache()
  const [failureReason, setFailureReason] = useState<FailureReason | null>(null)
  const query = renewalQuery(api, token)
  const { data } = useCachedQuery(query)
  const refresh = () => queryClient.invalidateQueries(query)
  const mutation = stopRenewalMutation(api, token)
  const {
    mutate,
    isPending: isStopping,
    isError: hasStopFailed,
  } = useMutation(mutation, queryClient)
  const stop = () => {
    // Unlike `isPending`, this counts a press before the next render.
    if (!queryClient.isMutating({ mutationKey: mutation.mutationKey })) mutate()
  }

  /** Saves a card for renewals at this price and starts the subscription. */
  const setUp = async (
    price: RenewalPrice,
    paymentMethod: string,
    confirm: (clientSecret: string) => Promise<boolean>,
  ): Promise<SaveCardOutcome> => {
    setFailureReason(null)
    try {
      const { client_secret: secret } = await api(createSetupIntent, {
        body: {
          token,
          payment_method: paymentMethod,
          expected_total: price.total,
          expected_currency: price.currency,
        },
      })
      // The server asks the bank for the result itself.
      if (secret) await confirm(secret)
      const subscription = await api(createSubscription, { body: { token } })
      if (subscription.status === 'failed') {
        setFailureReason('again')
        return { declineReason: subscription.error ?? null }
      }
      await refresh()
      return 'saved'
    } catch (error) {
      const apiError = error instanceof ApiClientError ? error : undefined
      setFailureReason(toFailureReason(apiError?.code))
      if (apiError?.code === 'quote_changed' || apiError?.code === 'not_offered') await refresh()
      return { declineReason: apiError?.refusal.reason ?? null }
    }
  }

  return {
    renewal: data,
    failureReason,
    setFailureReason,
    setUp,
    isStopping,
    hasStopFailed,
    stop,
  }
}

function toFailureReason(code: string | undefined): FailureReason {
  if (code === 'declined') return 'again'
  if (code === 'rate_limited') return 'often'
  return code === 'quote_changed' ? 'changed' : 'later'
}
