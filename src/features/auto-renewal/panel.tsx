import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { useDates } from '@/client/texts/use-dates'
import { usePrices } from '@/client/texts/use-prices'
import { wordingOf } from '@/domain/payments/auto-renewal'
import { paidCard } from '@/domain/payments/payment-method-label'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import { type Outcome, type Price, type Renewal, useRenewal } from '@/features/auto-renewal/renewal'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

/** What a form for a card is told, and gives back. */
export interface CardAsked {
  /** What every renewal costs. */
  quote: Quote
  label: string
  /** The price and the day of the first charge; it stands beside the button. */
  beside: string
  button: string
  busy: string
  keep: (
    paymentMethod: string,
    confirm: (clientSecret: string) => Promise<boolean>,
  ) => Promise<Outcome>
  onUnreachable: () => void
  /** Says no all the same: it stands beside the button that says yes. */
  cancel: ReactNode
}

export interface PanelProps {
  /** Asks for a card, once the customer wants that. */
  till: (asked: CardAsked) => ReactNode
}

/** The offer of auto-renewal, never taken for the customer, and what has become of it. */
export function Panel({ till }: PanelProps) {
  const state = useRenewal()
  const { renewal } = state
  const [wasOffered, setOffered] = useState(false)
  useEffect(() => {
    if (renewal?.status === 'offered') setOffered(true)
  }, [renewal])
  if (!renewal?.price || !renewal.charge_on) return null
  const shown = { renewal, price: renewal.price, day: renewal.charge_on, state }
  if (renewal.status === 'offered') return <Offer {...shown} till={till} />
  return <Standing {...shown} isNew={wasOffered} />
}

interface Shown {
  renewal: Renewal
  price: Price
  /** Of the next charge. */
  day: string
  state: ReturnType<typeof useRenewal>
}

function Offer({ price, day, state, till }: Shown & PanelProps) {
  const { t } = useTranslation(['renewal', 'common'])
  const { variants } = useCheckout(visibleState)
  const [isWanted, setWanted] = useState(false)
  const said = useSaid(price, day)
  const { why } = state
  const wording = wordingOf(variants)
  // Where renewals have no discount there is none to tell of.
  const isTrue = wording !== 'saving' || price.full > price.total
  const no = (
    <Button look="secondary" onClick={() => setWanted(false)}>
      {t('close')}
    </Button>
  )
  return (
    <Group heading={t('heading')} className="print:hidden">
      <div className="grid gap-2" suppressHydrationWarning>
        <p>{t(`lead.${isTrue ? wording : 'plain'}`, said)}</p>
        <p>{t('terms', said)}</p>
        <p className="text-ink-2 text-sm">
          {t('common:together', { first: t('whole', said), second: t('mails') })}
        </p>
      </div>
      {why && (
        <Notice role="alert" tone="error" title={t('failed.title')}>
          {t('common:together', { first: t('failed.text'), second: t(`failed.${why}`) })}
        </Notice>
      )}
      {isWanted ? (
        till({
          quote: quoteOf(price),
          label: t('form'),
          beside: t('beside', said),
          button: t('confirm'),
          busy: t('busy'),
          keep: (paymentMethod, confirm) => state.setUp(price, paymentMethod, confirm),
          onUnreachable: () => state.setWhy('later'),
          cancel: no,
        })
      ) : (
        <Button look="secondary" onClick={() => setWanted(true)}>
          {t('open')}
        </Button>
      )}
    </Group>
  )
}

function Standing({ renewal, price, day, state, isNew }: Shown & { isNew: boolean }) {
  const { t } = useTranslation('renewal')
  const said = useSaid(price, day)
  const notice = useRef<HTMLDivElement>(null)
  const { stopping, stop } = state
  const { status } = renewal
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from what has become of it.
    if (isNew || status === 'stopped') notice.current?.focus()
  }, [isNew, status])
  const card = paidCard(renewal.card)
  if (status === 'stopped')
    return (
      <Notice
        ref={notice}
        tabIndex={-1}
        role="status"
        title={t('stopped.title')}
        className="print:hidden"
      >
        {t('stopped.text')}
      </Notice>
    )
  if (status === 'checking')
    return (
      <Notice ref={notice} tabIndex={-1} role="status" className="print:hidden">
        {t('checking', said)}
      </Notice>
    )
  const isDue = status === 'past_due'
  return (
    <Notice
      ref={notice}
      tabIndex={-1}
      role="status"
      tone={isDue ? 'advice' : 'ok'}
      title={t(isDue ? 'past_due.title' : 'active.title')}
      className="print:hidden"
      actions={
        <Button look="link" wide={false} busy={stopping === 'busy'} onClick={stop}>
          {t(stopping === 'busy' ? 'stopping' : 'stop')}
        </Button>
      }
    >
      <p suppressHydrationWarning>
        {isDue && t('past_due.text', said)}
        {!isDue && (card ? t('active.textCard', { ...said, ...card }) : t('active.text', said))}
      </p>
      {stopping === 'failed' && <p role="alert">{t('stopFailed')}</p>}
    </Notice>
  )
}

function quoteOf({ currency, total }: Price): Quote {
  const minor = toMinor(total, currency)
  const none = { urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 0 }
  return { ...none, currency, plan: minor, total: minor }
}

/** What the sentences are filled with. */
function useSaid({ currency, total, full, years }: Price, day: string) {
  const prices = usePrices(currency)
  const dates = useDates()
  return {
    price: prices.major(total),
    full: prices.major(full),
    day: dates.day(day),
    count: years,
  }
}
