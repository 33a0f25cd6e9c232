import { useEffect, useRef, useState } from 'react'
import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { type ClientState, optimisticQuote } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Quote } from '@/domain/pricing/quote'

export interface RemovableRowProps {
  /** Takes what was removed, which is announced with the next total. */
  onRemove: (text: string) => void
}

/** Announces each new total once in the live region, but not the initial one. */
export function useTotalAnnouncement(total: string) {
  const { t } = useTranslation('common')
  const removalText = useRef('')
  const region = useRef<HTMLDivElement>(null)
  const lastTotal = useRef(total)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const isNew = total !== lastTotal.current
    lastTotal.current = total
    // A dialog over the page has its own summary, which announces for both.
    const isCovered = document.querySelector('dialog:modal') && !region.current?.closest('dialog')
    if (isNew && !isCovered)
      setAnnouncement(removalText.current + t('summary.announced', { total }))
    removalText.current = ''
  }, [total, t])
  const onRemove = (text: string) => {
    removalText.current = text
  }
  return { region, announcement, onRemove }
}

/** Focuses the heading of the summary or its sheet after the pressed button has unmounted. */
export function focusHeading(button: Element): void {
  const container = button.closest('dialog') ?? button.closest('section')
  const heading = container?.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Values used by every row of a priced summary, and the named parts of the state. */
export function useSummary<K extends keyof CheckoutState = never>(...names: K[]) {
  const { t } = useTranslation('common')
  const state = useCheckoutState<K | 'currency'>('currency', ...names)
  // Rows are rendered only while there is a price.
  const quote = useCheckout(optimisticQuote) as Quote
  const prices = usePrices(state.currency)
  return { t, state, quote, prices }
}

/** Whether an address change is being saved: delivery and tax still belong to the old address. */
export function isAddressChanging({ saving, dirty, checkout }: ClientState): boolean {
  const { category = checkout.state.category, shipping, customer } = dirty
  const changedAddress = { ...shipping, ...customer }
  return (
    saving === 'saving' &&
    (category !== checkout.state.category ||
      ['country', 'state', 'country_of_residence'].some(field => field in changedAddress))
  )
}
