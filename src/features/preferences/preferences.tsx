import { useRouter } from 'next/router'
import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCheckoutState, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { notify } from '@/client/store/notifications'
import { useTranslation } from '@/client/texts/use-translation'
import type { PreferencesDialogProps } from '@/features/preferences/preferences-dialog'
import { useFocusAfterLoad } from '@/features/preferences/use-focus-after-load'
import { Button } from '@/ui/button'
import { GlobeIcon } from '@/ui/icons'
import { VisuallyHidden } from '@/ui/visually-hidden'

/**
 * Language and currency button: opens the dialog, or without scripts the page with the same form.
 */
export function Preferences() {
  const { t, i18n } = useTranslation('common')
  const { language } = usePage()
  const { currency } = useCheckoutState('currency')
  const returnPath = useReturnPath()
  const [Content, setContent] = useState<ComponentType<PreferencesDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const store = useCheckoutStore()
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfterLoad(button)

  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading) return
    const form = event.currentTarget
    setLoading(true)
    try {
      const dialog = await import('@/features/preferences/preferences-dialog')
      await dialog.loadPreferencesTexts(i18n)
      setContent(() => dialog.PreferencesDialog)
      setOpen(true)
    } catch {
      // The dialog could not load; the page has the same form, if it is reachable.
      if (await isReachable(form.action)) form.submit()
      else notify(store, 'preferences.offline', { durationMs: 8_000 })
    }
    setLoading(false)
  }

  return (
    <>
      <form action="/checkouts/preferences/" onSubmit={open}>
        <input type="hidden" name="back" value={returnPath} />
        <Button ref={button} type="submit" variant="header" icon={<GlobeIcon />} busy={isLoading}>
          <VisuallyHidden>{`${t('preferences.buttonLabel')} `}</VisuallyHidden>
          <span>{t('preferences.button', { language: language.toUpperCase(), currency })}</span>
        </Button>
      </form>
      {Content &&
        // Outside the header, whose styles for small buttons must not apply to a dialog.
        createPortal(
          <Content open={isOpen} onClose={() => setOpen(false)} returnPath={returnPath} />,
          document.body,
        )}
    </>
  )
}

/** Whether a page is reachable: an unreachable one would leave the customer on a browser error. */
const isReachable = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  )

/** Path of this page without the hash, which the server does not know. */
function useReturnPath(): string {
  const { asPath } = useRouter()
  return `/checkouts${asPath.split('#')[0]}`
}
