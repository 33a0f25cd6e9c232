import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import { useCheckoutState, usePage, useSync } from '@/client/checkout/checkout-provider'
import { Checkbox } from '@/ui/checkbox'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Terms checkbox: never preselected, saved on change. */
export function Terms({
  box,
  error,
}: {
  box: RefObject<HTMLInputElement | null>
  error: string | undefined
}) {
  const { t } = useTranslation('payment')
  const { selected } = useCheckoutState('terms').terms
  const sync = useSync()
  const save = useCallback(
    (isTicked: boolean) => sync.change({ terms: { selected: isTicked, error: false } }),
    [sync],
  )

  // A tick made before hydration counts.
  const [wasSelected] = useState(selected)
  useEffect(() => {
    const isTicked = box.current?.checked
    if (isTicked !== undefined && isTicked !== wasSelected) save(isTicked)
  }, [box, wasSelected, save])

  return (
    <Checkbox
      ref={box}
      name="terms"
      defaultChecked={wasSelected}
      error={error}
      onChange={({ target }) => save(target.checked)}
      label={withLegalLinks(t('terms.label'))}
    />
  )
}

/**
 * The sentence with its two links, marked as `<terms>…</terms>`. The i18n library's component for
 * this would add to the bundle of every page.
 */
const withLegalLinks = (sentence: string): ReactNode =>
  sentence.split(/(<terms>.*?<\/terms>|<privacy>.*?<\/privacy>)/).map(part => {
    const [, page, linkText] = /^<(terms|privacy)>(.*)<\//.exec(part) ?? []
    return page ? (
      <LegalLink key={page} page={page as LegalPage}>
        {linkText}
      </LegalLink>
    ) : (
      part
    )
  })

type LegalPage = 'terms' | 'privacy'

function LegalLink({ page, children }: { page: LegalPage; children?: ReactNode }) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  return (
    <a href={`${settings.siteUrl ?? '/checkouts'}/${page}/`} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> {t('terms.newTab')}</VisuallyHidden>
    </a>
  )
}
