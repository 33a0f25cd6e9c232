import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'
import type { PreferencesDialogProps } from '@/features/preferences/preferences-dialog'
import { Button } from '@/ui/button'
import { GlobeIcon } from '@/ui/icons'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** The language and currency button: opens the dialog, and without scripts the page with the same form. */
export function Preferences() {
  const { t } = useTranslation('common')
  const { language } = usePage()
  const { currency } = useCheckout(visibleState)
  const back = useBack()
  const [Content, setContent] = useState<ComponentType<PreferencesDialogProps>>()
  const [isOpen, setOpen] = useState(false)

  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    try {
      const { PreferencesDialog } = await import('@/features/preferences/preferences-dialog')
      setContent(() => PreferencesDialog)
      setOpen(true)
    } catch {
      // The dialog could not be loaded; the page has the same choices.
      form.submit()
    }
  }

  return (
    <>
      <form action="/checkouts/preferences/" onSubmit={open}>
        <input type="hidden" name="back" value={back} />
        <Button type="submit" look="ghost" icon={<GlobeIcon />}>
          <VisuallyHidden>{`${t('preferences.buttonLabel')}: `}</VisuallyHidden>
          {t('preferences.button', { language: language.toUpperCase(), currency })}
        </Button>
      </form>
      {Content &&
        // Outside the header, whose look for small buttons is not for a dialog.
        createPortal(
          <Content open={isOpen} onClose={() => setOpen(false)} back={back} />,
          document.body,
        )}
    </>
  )
}

/** This page's address; the part behind # is unknown to the server and left out. */
function useBack(): string {
  const { asPath } = useRouter()
  return `/checkouts${asPath.split('#')[0]}`
}
