import { useState } from 'react'
import { useSubmitOnce } from '@/client/browser/use-submit-once'

/** Submits a finished signature once; `failed` when the browser cannot encode it. */
export function useSigning(onUse: (canvas: HTMLCanvasElement) => Promise<void>) {
  const { submitOnce, isBusy } = useSubmitOnce()
  const [hasFailed, setFailed] = useState(false)
  const sign = (canvas: HTMLCanvasElement) =>
    submitOnce(async () => {
      setFailed(false)
      await onUse(canvas).catch(() => setFailed(true))
    })
  return { sign, isBusy, hasFailed }
}
