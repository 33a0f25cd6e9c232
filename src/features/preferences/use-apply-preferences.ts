import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiClientError } from '@/client/api/api-client-error'
import { useSubmitOnce, waitForNextPage } from '@/client/browser/use-submit-once'
import { useCheckoutStore, usePage, useSync } from '@/client/checkout/checkout-provider'
import { finishPayment } from '@/client/payments/finish-payment'
import { acceptServerState, type CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { notify } from '@/client/store/notifications'
import { saveCheckout } from '@/contract/checkout'
import type { CurrencyCode } from '@/domain/data/currencies'
import { requestFocusAfterLoad } from '@/features/preferences/use-focus-after-load'

const noticeDurationMs = 8_000

/** Why nothing has changed, and the requested currency. */
export interface ApplyFailure {
  reason: CurrencySwitchFailure | 'unsaved' | 'stuck' | 'halfway'
  requestedCurrency: CurrencyCode
}

/**
 * Applies the form: prices change in place and the dialog closes; another language reloads the
 * page. A failure behind a closed dialog becomes a notification.
 */
export function useApplyPreferences(isOpen: boolean, onClose: () => void) {
  const store = useCheckoutStore()
  const sync = useSync()
  const { language } = usePage()
  const { submitOnce, isBusy } = useSubmitOnce()
  const [failure, setFailure] = useState<ApplyFailure>()
  const isDialogOpen = useRef(isOpen)
  useLayoutEffect(() => {
    isDialogOpen.current = isOpen
  }, [isOpen])

  const close = () => {
    setFailure(undefined)
    onClose()
  }

  /** Returns why not everything was applied. */
  const applyChoice = async (form: HTMLFormElement, choice: Choice) => {
    setFailure(undefined)
    const isLanguageChange = choice.language !== language
    // New prices are announced: an open dialog would hide that from screen readers.
    const onBeforeUpdate = () => !isLanguageChange && flushSync(close)
    const previousCurrency = store.getState().checkout.currency
    const reason = await changeCurrency({ store, sync }, choice.currency, onBeforeUpdate)
    // A checkout that could not be created yet takes the currency from the form's cookie.
    const shouldReload = isLanguageChange || !store.getState().checkout.token
    if (reason || !shouldReload || !form.isConnected) return reason
    if (await sendForm(form)) return waitForNextPage()
    return store.getState().checkout.currency === previousCurrency ? 'offline' : 'halfway'
  }

  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const choice = readChoice(form)
    const reason = await submitOnce(() => applyChoice(form, choice))
    if (reason === undefined) return
    if (reason === null) return close()
    if (isDialogOpen.current) setFailure({ reason, requestedCurrency: choice.currency })
    else notifyFailure(store, reason, choice.currency)
  }

  /** Cancels the payment that holds the order, then applies the form. */
  const applyWithoutPayment = async (form: HTMLFormElement) => {
    const isCancelled = await submitOnce(() => cancelPayment({ store, sync }))
    if (isCancelled) form.requestSubmit()
    else if (isCancelled === false && failure) setFailure({ ...failure, reason: 'stuck' })
  }

  return { apply, applyWithoutPayment, close, isBusy, failure }
}

/** Whether the order is no longer held by a payment. */
async function cancelPayment({ store, sync }: CheckoutHandles): Promise<boolean> {
  try {
    const { outcome } = await finishPayment(store, sync, { cancelAttempt: true })
    return outcome === 'not_charged' || outcome === 'none' || outcome === 'done'
  } catch {
    return false
  }
}

interface CheckoutHandles {
  store: CheckoutStore
  sync: Sync
}

interface Choice {
  language: string
  currency: CurrencyCode
}

const readChoice = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as unknown as Choice

/** Saves pending changes, then changes the currency if it differs; returns why it could not. */
async function changeCurrency(
  handles: CheckoutHandles,
  currency: CurrencyCode,
  onBeforeUpdate: () => void,
): Promise<ApplyFailure['reason'] | null> {
  const isSaved = navigator.onLine && (await handles.sync.flush())
  if (!isSaved) return navigator.onLine ? 'unsaved' : 'offline'
  const { checkout } = handles.store.getState()
  if (!checkout.token || checkout.currency === currency) return null
  return switchCurrency(handles, currency, onBeforeUpdate)
}

/** Why nothing, or not everything, has changed; texts that every page has. */
const failureTexts: Partial<Record<ApplyFailure['reason'], string>> = {
  offline: 'preferences.offline',
  halfway: 'preferences.halfway',
}

function notifyFailure(
  store: CheckoutStore,
  reason: ApplyFailure['reason'],
  currency: CurrencyCode,
): void {
  const values = { currency, old: store.getState().checkout.currency }
  notify(store, failureTexts[reason] ?? 'preferences.failed', {
    values,
    durationMs: noticeDurationMs,
  })
}

/** A server that does not respond within this time counts as unreachable. */
const timeoutMs = 15_000

/**
 * Submits the form and replaces this page with the result, so that Back opens the page before it. A
 * refused form is submitted by the browser, which shows why. Returns false on the unchanged page
 * when there is no response.
 */
async function sendForm(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)] as [string, string][])
  const response = await fetch(form.action, {
    method: 'POST',
    body,
    // Only the redirect is requested: the page has messages that are shown only once.
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  if (!response) return false
  requestFocusAfterLoad()
  const redirect: { to?: string } = response.ok ? await response.json().catch(() => ({})) : {}
  if (redirect.to) location.replace(redirect.to)
  else form.submit()
  return true
}

/**
 * Why the currency was not changed: no price in it, a payment in progress or made, or no response.
 */
type CurrencySwitchFailure = 'refused' | 'payment_in_progress' | 'paid' | 'closed' | 'offline'

/**
 * Prices the order in another currency and shows all new prices together; `onBeforeUpdate` runs
 * just before. Until then, and on failure, the old prices stay. Returns why they stayed, or null.
 * Never throws.
 */
export async function switchCurrency(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  currency: CurrencyCode,
  onBeforeUpdate: () => void,
): Promise<CurrencySwitchFailure | null> {
  store.setState({ isRepricing: true })
  try {
    const repricedCheckout = await sync.run(saveCheckout, { body: { state: { currency } } })
    onBeforeUpdate()
    acceptServerState(store, repricedCheckout)
    return null
  } catch (error) {
    const failure = await handleSwitchError({ store, sync }, error)
    // The change may have succeeded although its response was lost.
    return store.getState().checkout.currency === currency ? null : failure
  } finally {
    store.setState({ isRepricing: false })
  }
}

async function handleSwitchError(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  error: unknown,
): Promise<CurrencySwitchFailure> {
  const apiError = error instanceof ApiClientError ? error : undefined
  const freshCheckout = apiError?.refusal.checkout
  if (freshCheckout) acceptServerState(store, freshCheckout)
  else await sync.refresh()
  switch (apiError?.code) {
    case 'payment_in_progress':
    case 'paid':
    case 'closed':
      return apiError.code
    default:
      return navigator.onLine ? 'refused' : 'offline'
  }
}
