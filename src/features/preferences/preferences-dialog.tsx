import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import { type Told, useApply } from '@/features/preferences/apply'
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
  const { apply, close, isBusy, told } = useApply(open, onClose)
  const idle = told ? t('preferences.retry') : t('preferences.apply')
  const label = isBusy ? t('preferences.applying') : idle
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('preferences.title')}
      closeLabel={t('preferences.cancel')}
      footer={
        // The notice stands by the buttons: the lists above may be scrolled away.
        <div className="grid grow gap-3">
          {told && <Refused told={told} />}
          <div className="flex gap-3">
            <Button type="submit" form={preferencesFormId} busy={isBusy} className="w-auto! grow">
              {label}
            </Button>
            <Button look="secondary" className="min-h-[54px]" onClick={close}>
              {t('preferences.cancel')}
            </Button>
          </div>
        </div>
      }
    >
      <div aria-busy={isBusy || undefined}>
        <PreferencesForm back={back} onSubmit={apply} />
      </div>
    </Dialog>
  )
}

function Refused({ told }: { told: Told }) {
  const { t } = useTranslation('common')
  const { currency } = useCheckout(visibleState)
  const texts = {
    refused: t('preferences.failed', { currency: told.asked, old: currency }),
    offline: t('preferences.offline'),
    unsaved: t('errors.couldNotSave'),
    payment_in_progress: t('save.payment_in_progress'),
    paid: t('save.paid'),
    closed: t('save.closed'),
  }
  return (
    <Notice tone="error" role="alert">
      {texts[told.why]}
    </Notice>
  )
}
