import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { whereMoneyIs } from '@/client/payments/payment-status'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { notify } from '@/client/store/notifications'
import type { CurrencyCode } from '@/domain/data/currencies'
import { sendForm } from '@/features/preferences/send-form'
import { type Stayed, switchCurrency } from '@/features/preferences/switch-currency'

const noticeMs = 8_000

/** Why nothing has changed, and the currency that was asked for. */
export interface Told {
  why: Stayed | 'unsaved' | 'stuck' | 'halfway'
  asked: CurrencyCode
}

/**
 * Applies the form: prices change in place and the dialog is done; another language loads the page anew.
 * What goes wrong behind a closed dialog is told outside.
 */
export function useApply(isOpen: boolean, onClose: () => void) {
  const store = useCheckoutStore()
  const sync = useSync()
  const { language } = usePage()
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState<Told>()
  const busy = useRef(false)
  const isShown = useRef(isOpen)
  isShown.current = isOpen

  const close = () => {
    setTold(undefined)
    onClose()
  }

  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    const asked = choiceIn(form)
    busy.current = true
    setBusy(true)
    setTold(undefined)
    const isTranslated = asked.language !== language
    // New prices are announced: under a dialog nobody would hear it.
    const beforeShown = () => !isTranslated && flushSync(close)
    const before = store.getState().checkout.currency
    let why = await whyStays({ store, sync }, asked.currency, beforeShown)
    // A checkout that could not be begun yet takes the currency from the cookie that the form sets.
    const isLoadedAnew = isTranslated || !store.getState().checkout.token
    if (!why && isLoadedAnew && form.isConnected) {
      if (await sendForm(form)) return
      why = store.getState().checkout.currency === before ? 'offline' : 'halfway'
    }
    busy.current = false
    setBusy(false)
    if (!why) return close()
    if (isShown.current) setTold({ why, asked: asked.currency })
    else tellOutside(store, why, asked.currency)
  }

  /** Calls off the payment that holds the order, then applies what was asked for. */
  const applyWithoutPayment = async (form: HTMLFormElement) => {
    if (busy.current || !told) return
    busy.current = true
    setBusy(true)
    const isFree = await isCalledOff({ store, sync })
    busy.current = false
    setBusy(false)
    if (isFree) form.requestSubmit()
    else setTold({ ...told, why: 'stuck' })
  }

  return { apply, applyWithoutPayment, close, isBusy, told }
}

/** Whether no payment holds the order any more. */
async function isCalledOff({ store, sync }: Tab): Promise<boolean> {
  try {
    const { outcome } = await whereMoneyIs(store, sync, { callOff: true })
    return outcome === 'not_charged' || outcome === 'none' || outcome === 'done'
  } catch {
    return false
  }
}

interface Tab {
  store: CheckoutStore
  sync: Sync
}

const choiceIn = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as { language: string; currency: CurrencyCode }

/** Saves what is not saved yet, then changes the currency when it is another; answers why it could not. */
async function whyStays(
  tab: Tab,
  currency: CurrencyCode,
  beforeShown: () => void,
): Promise<Told['why'] | null> {
  const isSaved = navigator.onLine && (await tab.sync.flush())
  if (!isSaved) return navigator.onLine ? 'unsaved' : 'offline'
  const { checkout } = tab.store.getState()
  if (!checkout.token || checkout.currency === currency) return null
  return switchCurrency(tab, currency, beforeShown)
}

/** Why nothing, or not all, has changed: as a text of every page. */
const outside: Partial<Record<Told['why'], string>> = {
  offline: 'preferences.offline',
  halfway: 'preferences.halfway',
}

function tellOutside(store: CheckoutStore, why: Told['why'], currency: CurrencyCode): void {
  const values = { currency, old: store.getState().checkout.currency }
  notify(store, outside[why] ?? 'preferences.failed', { values, durationMs: noticeMs })
}
