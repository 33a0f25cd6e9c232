import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type CameraWish,
  type CameraWrong,
  type LiveCamera,
  showCamera,
} from '@/client/photos/camera'
import type { DocumentType } from '@/domain/checkout/checkout-state'

type CameraState =
  | { at: 'opening' }
  | ({ at: 'live' } & LiveCamera)
  | { at: 'wrong'; wrong: CameraWrong }

/** The camera while this is on the screen: off in a hidden tab, on again afterwards. */
export function useCamera(type: DocumentType) {
  const video = useRef<HTMLVideoElement>(null)
  const [wish, setWish] = useState<CameraWish>(() => ({
    facing: type === 'profile' ? 'user' : 'environment',
  }))
  const [state, setState] = useState<CameraState>({ at: 'opening' })
  const isLookedAt = useSyncExternalStore(onVisibility, isVisible)

  useEffect(() => {
    if (!isLookedAt || !video.current) return
    setState({ at: 'opening' })
    return showCamera(video.current, wish, told =>
      setState('live' in told ? { at: 'live', ...told.live } : { at: 'wrong', ...told }),
    )
  }, [wish, isLookedAt])

  const other = state.at === 'live' ? state.other : null
  return {
    video,
    state,
    retry: () => setWish({ ...wish }),
    turnAround: other && (() => setWish(other)),
  }
}

const isVisible = () => document.visibilityState === 'visible'

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
