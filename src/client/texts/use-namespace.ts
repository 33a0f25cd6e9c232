import { useEffect, useState } from 'react'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'

/** Whether the texts of a namespace are there; if the page was served without it, it is loaded. */
export function useNamespace(namespace: string): boolean {
  const { i18n } = useTranslation()
  const [, setLoaded] = useState(false)
  const isLoaded = i18n.hasResourceBundle(i18n.language, namespace)
  useEffect(() => {
    if (isLoaded) return
    loadNamespace(i18n, namespace).then(
      () => setLoaded(true),
      // The form's rules bring the same texts and try again.
      () => undefined,
    )
  }, [i18n, namespace, isLoaded])
  return isLoaded
}
