import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, useRef, useState } from 'react'
import { useCheckout, useSync } from '@/client/provider'
import { visibleState } from '@/client/store'
import { PreferencesForm, preferencesFormId } from '@/features/preferences/preferences-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'

export interface PreferencesDialogProps {
  open: boolean
  onClose: () => void
  back: string
}

/** Nothing changes before Apply: choosing alone would load the page twice for two choices. */
export function PreferencesDialog({ open, onClose, back }: PreferencesDialogProps) {
  const { t } = useTranslation('common')
  const { apply, isBusy, failed } = useApply()
  const { currency } = useCheckout(visibleState)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('preferences.title')}
      closeLabel={t('preferences.cancel')}
      footer={
        // The notice stands by the buttons: the lists above may be scrolled away.
        <div className="grid grow gap-3">
          {failed && (
            <Notice tone="error" role="alert">
              {failed === currency
                ? t('errors.couldNotSave')
                : t('preferences.failed', { currency: failed, old: currency })}
            </Notice>
          )}
          <div className="flex gap-3">
            <Button type="submit" form={preferencesFormId} busy={isBusy} className="w-auto! grow">
              {t('preferences.apply')}
            </Button>
            <Button look="secondary" className="min-h-[54px]" onClick={onClose}>
              {t('preferences.cancel')}
            </Button>
          </div>
        </div>
      }
    >
      <PreferencesForm back={back} onSubmit={apply} />
    </Dialog>
  )
}

/** Saves what is not saved yet, then lets the browser send the form: the page that comes is all new. */
function useApply() {
  const sync = useSync()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const busy = useRef(false)
  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    busy.current = true
    setBusy(true)
    setFailed(undefined)
    if (navigator.onLine && (await sync.flush())) return form.submit()
    busy.current = false
    setBusy(false)
    setFailed(String(new FormData(form).get('currency')))
  }
  return { apply, isBusy, failed }
}
