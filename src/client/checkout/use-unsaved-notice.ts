import { useEffect, useState } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import { hasUnsaved } from '@/client/store/checkout-store'

/**
 * Why the customer could not continue, as the last part of the text's key, until the next try or
 * until the answers are saved. A form that waits for the network is submitted again automatically,
 * unless a dialog is open.
 */
export function useUnsavedNotice(formId: string) {
  const store = useCheckoutStore()
  const [reason, setReason] = useState<'' | 'couldNotSave' | 'waiting'>('')
  useEffect(() => {
    const isWaiting = reason === 'waiting'
    const clearAndResubmit = () => {
      setReason('')
      const openDialog = document.querySelector('dialog[open]')
      if (isWaiting && !openDialog)
        (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
    }
    const unsubscribe = store.subscribe((state, previous) => {
      if (state.saving === 'saved' && previous.saving !== 'saved') clearAndResubmit()
      else if (isWaiting && state.dirty !== previous.dirty && hasUnsaved(state))
        setReason('couldNotSave')
    })
    if (isWaiting) addEventListener('online', clearAndResubmit)
    return () => {
      unsubscribe()
      removeEventListener('online', clearAndResubmit)
    }
  }, [store, reason, formId])
  const isOffline = () => store.getState().saving === 'offline' || !navigator.onLine
  const showUnsaved = (isUnsaved: boolean) =>
    setReason(isUnsaved ? (isOffline() ? 'waiting' : 'couldNotSave') : '')
  return [reason, showUnsaved] as const
}
