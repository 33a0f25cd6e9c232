import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type CameraErrorCode,
  type CameraRequest,
  type LiveCamera,
  showCamera,
} from '@/client/photos/camera'
import type { DocumentType } from '@/domain/checkout/checkout-state'

type CameraState =
  | { status: 'opening' }
  | ({ status: 'live' } & LiveCamera)
  | { status: 'wrong'; wrong: CameraErrorCode }

/** The camera while mounted: off in a hidden tab, on again afterwards. */
export function useCamera(type: DocumentType) {
  const video = useRef<HTMLVideoElement>(null)
  const [cameraRequest, setCameraRequest] = useState<CameraRequest>(() => ({
    facing: type === 'profile' ? 'user' : 'environment',
  }))
  const [state, setState] = useState<CameraState>({ status: 'opening' })
  const isPageVisible = useSyncExternalStore(subscribeToVisibility, isDocumentVisible)

  useEffect(() => {
    if (!isPageVisible || !video.current) return
    setState({ status: 'opening' })
    return showCamera(video.current, cameraRequest, result =>
      setState(
        'live' in result ? { status: 'live', ...result.live } : { status: 'wrong', ...result },
      ),
    )
  }, [cameraRequest, isPageVisible])

  const otherCamera = state.status === 'live' ? state.other : null
  return {
    video,
    state,
    retry: () => setCameraRequest({ ...cameraRequest }),
    switchCamera: otherCamera && (() => setCameraRequest(otherCamera)),
  }
}

const isDocumentVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
