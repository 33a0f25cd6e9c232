import { useEffect, useEffectEvent, useState } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import { type ClientState, hasUnsaved } from '@/client/store/checkout-store'

/**
 * Why the customer could not continue, as the last part of the text's key, until the next try or
 * until the answers are saved. A form that waits for the network is submitted again automatically,
 * unless a dialog is open.
 */
export function useUnsavedNotice(formId: string) {
  const store = useCheckoutStore()
  const [reason, setReason] = useState<'' | 'couldNotSave' | 'waiting'>('')
  const isWaiting = reason === 'waiting'
  const clearAndResubmit = () => {
    setReason('')
    const openDialog = document.querySelector('dialog[open]')
    if (isWaiting && !openDialog)
      (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
  }
  const handleChange = useEffectEvent((state: ClientState, previous: ClientState) => {
    if (state.saving === 'saved' && previous.saving !== 'saved') clearAndResubmit()
    else if (isWaiting && state.dirty !== previous.dirty && hasUnsaved(state))
      setReason('couldNotSave')
  })
  const handleOnline = useEffectEvent(() => isWaiting && clearAndResubmit())
  // Listens from the first render: the network may be back before the notice is painted.
  useEffect(() => {
    const listenOnline = () => handleOnline()
    const unsubscribe = store.subscribe((state, previous) => handleChange(state, previous))
    addEventListener('online', listenOnline)
    return () => {
      unsubscribe()
      removeEventListener('online', listenOnline)
    }
  }, [store])
  const isOffline = () => store.getState().saving === 'offline' || !navigator.onLine
  const showUnsaved = (isUnsaved: boolean) =>
    setReason(isUnsaved ? (isOffline() ? 'waiting' : 'couldNotSave') : '')
  return [reason, showUnsaved] as const
}
