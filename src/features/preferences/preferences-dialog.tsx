import type { i18n as I18n } from 'i18next'
import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { loadTexts } from '@/client/texts/load-namespace'
import { PreferencesForm, preferencesFormId } from '@/features/preferences/preferences-form'
import { type Told, useApply } from '@/features/preferences/use-apply-preferences'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'

export interface PreferencesDialogProps {
  open: boolean
  onClose: () => void
  back: string
}

/** The dialog's texts come with it. */
export const bringTexts = (i18n: I18n): Promise<void> => loadTexts(i18n, 'preferences')

/** Nothing changes before Apply: choosing alone would load the page twice for two choices. */
export function PreferencesDialog({ open, onClose, back }: PreferencesDialogProps) {
  const { t } = useTranslation(['common', 'preferences'])
  const { apply, applyWithoutPayment, close, isBusy, told } = useApply(open, onClose)
  const idle = told ? t('preferences:retry') : t('preferences:apply')
  const label = isBusy ? t('preferences:applying') : idle
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('preferences:title')}
      closeLabel={t('preferences:cancel')}
      footer={
        // The notice stands by the buttons: the lists above may be scrolled away.
        <div className="grid grow gap-3">
          {told && <Refused told={told} isBusy={isBusy} onCancelPayment={applyWithoutPayment} />}
          <div className="flex gap-3">
            <Button type="submit" form={preferencesFormId} busy={isBusy} className="w-auto! grow">
              {label}
            </Button>
            <Button look="secondary" className="min-h-[54px]" onClick={close}>
              {t('preferences:cancel')}
            </Button>
          </div>
        </div>
      }
    >
      <div aria-busy={isBusy || undefined}>
        <PreferencesForm back={back} onSubmit={apply} hasSearch />
      </div>
    </Dialog>
  )
}

interface RefusedProps {
  told: Told
  isBusy: boolean
  onCancelPayment: (form: HTMLFormElement) => void
}

function Refused({ told, isBusy, onCancelPayment }: RefusedProps) {
  const { t } = useTranslation(['common', 'preferences'])
  const { currency } = useCheckout(visibleState)
  const texts = {
    refused: t('preferences.failed', { currency: told.asked, old: currency }),
    offline: t('preferences.offline'),
    halfway: t('preferences.halfway', { currency }),
    unsaved: t('errors.couldNotSave'),
    payment_in_progress: t('notSaved.held.text'),
    stuck: t('notSaved.stuck'),
    paid: t('save.paid'),
    closed: t('save.closed'),
  }
  const isHeld = told.why === 'payment_in_progress' || told.why === 'stuck'
  const cancelPayment = () => {
    const form = document.getElementById(preferencesFormId)
    if (form instanceof HTMLFormElement) onCancelPayment(form)
  }
  return (
    <Notice
      tone="error"
      role="alert"
      title={isHeld && t('notSaved.held.title')}
      actions={
        isHeld && (
          <Button look="link" wide={false} busy={isBusy} onClick={cancelPayment}>
            {t('notSaved.held.again')}
          </Button>
        )
      }
    >
      {texts[told.why]}
    </Notice>
  )
}
