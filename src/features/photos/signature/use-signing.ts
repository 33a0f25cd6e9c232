import { useRef, useState } from 'react'

/** Submits a finished signature once; `failed` when the browser cannot encode it. */
export function useSigning(onUse: (canvas: HTMLCanvasElement) => Promise<void>) {
  const [state, setState] = useState<'open' | 'busy' | 'failed'>('open')
  const isBusy = useRef(false)
  const sign = async (canvas: HTMLCanvasElement) => {
    if (isBusy.current) return
    isBusy.current = true
    setState('busy')
    try {
      await onUse(canvas)
    } catch {
      setState('failed')
    } finally {
      isBusy.current = false
    }
  }
  return { sign, isBusy: state === 'busy', hasFailed: state === 'failed' }
}
