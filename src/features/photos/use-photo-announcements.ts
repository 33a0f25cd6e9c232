import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'
import { documentTypes } from '@/domain/checkout/checkout-state'
import { derivePhotoState, type PhotoFacts } from '@/features/photos/photo-status'

/** The last state change of a photo, for screen readers. */
export function usePhotoAnnouncement(facts: PhotoFacts): string {
  const { t } = useTranslation('photos')
  const [announcement, setAnnouncement] = useState('')
  const states = documentTypes.map(type => derivePhotoState(type, facts))
  const previousStates = useRef(states)
  const key = states.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the states
  useEffect(() => {
    const changedIndex = documentTypes.findIndex(
      (_, index) => states[index] !== previousStates.current[index],
    )
    previousStates.current = states
    const type = documentTypes[changedIndex]
    const state = states[changedIndex]
    if (type && state) setAnnouncement(t(`announce.${state}`, { title: t(`${type}.title`) }))
  }, [key])
  return announcement
}
