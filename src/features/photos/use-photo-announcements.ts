import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'
import { documentTypes } from '@/domain/checkout/checkout-state'
import { type PhotoFacts, photoStateOf } from '@/features/photos/photo-status'

/** What has changed last about the photos, for those who hear the page. */
export function useStateNews(facts: PhotoFacts): string {
  const { t } = useTranslation('photos')
  const [news, setNews] = useState('')
  const states = documentTypes.map(type => photoStateOf(type, facts))
  const before = useRef(states)
  const key = states.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the states
  useEffect(() => {
    const changed = documentTypes.findIndex((_, index) => states[index] !== before.current[index])
    before.current = states
    const type = documentTypes[changed]
    const state = states[changed]
    if (type && state) setNews(t(`announce.${state}`, { title: t(`${type}.title`) }))
  }, [key])
  return news
}
