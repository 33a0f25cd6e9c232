import { useEffect, useState } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import { hasUnsaved } from '@/client/store/checkout-store'

/**
 * Why nobody could go on: the last part of its text's key, until the next try, or until the answers are saved.
 * What waits for the network is tried again by itself, unless the customer has turned to something else.
 */
export function useUnsaved(formId: string) {
  const store = useCheckoutStore()
  const [unsaved, setUnsaved] = useState<'' | 'couldNotSave' | 'waiting'>('')
  useEffect(() => {
    const isWaiting = unsaved === 'waiting'
    const resume = () => {
      setUnsaved('')
      const isElsewhere = document.querySelector('dialog[open]')
      if (isWaiting && !isElsewhere)
        (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()
    }
    const stop = store.subscribe((state, before) => {
      if (state.saving === 'saved' && before.saving !== 'saved') resume()
      else if (isWaiting && state.dirty !== before.dirty && hasUnsaved(state))
        setUnsaved('couldNotSave')
    })
    if (isWaiting) addEventListener('online', resume)
    return () => {
      stop()
      removeEventListener('online', resume)
    }
  }, [store, unsaved, formId])
  const isOffline = () => store.getState().saving === 'offline' || !navigator.onLine
  const tell = (isUnsaved: boolean) =>
    setUnsaved(isUnsaved ? (isOffline() ? 'waiting' : 'couldNotSave') : '')
  return [unsaved, tell] as const
}
