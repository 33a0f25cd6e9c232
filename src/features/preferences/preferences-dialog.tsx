import type { i18n as I18n } from 'i18next'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import { PreferencesForm, preferencesFormId } from '@/features/preferences/preferences-form'
import {
  type ApplyFailure,
  useApplyPreferences,
} from '@/features/preferences/use-apply-preferences'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'

export interface PreferencesDialogProps {
  open: boolean
  onClose: () => void
  returnPath: string
}

/** Texts of the dialog, loaded with it. */
export const loadPreferencesTexts = (i18n: I18n): Promise<void> =>
  loadNamespace(i18n, 'preferences')

/** Nothing changes before Apply: otherwise two choices would load the page twice. */
export function PreferencesDialog({ open, onClose, returnPath }: PreferencesDialogProps) {
  const { t } = useTranslation(['common', 'preferences'])
  const { apply, applyWithoutPayment, close, isBusy, failure } = useApplyPreferences(open, onClose)
  const idleLabel = failure ? t('preferences:retry') : t('preferences:apply')
  const label = isBusy ? t('preferences:applying') : idleLabel
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('preferences:title')}
      closeLabel={t('preferences:cancel')}
      className="lg:max-w-[640px]"
      footer={
        // The notice is next to the buttons: the lists above may be scrolled away.
        <div className="grid grow gap-3">
          {failure && (
            <FailureNotice
              failure={failure}
              isBusy={isBusy}
              onCancelPayment={applyWithoutPayment}
            />
          )}
          <div className="flex gap-3">
            <Button variant="secondary" className="min-h-[54px]" onClick={close}>
              {t('preferences:cancel')}
            </Button>
            <Button type="submit" form={preferencesFormId} busy={isBusy} className="w-auto! grow">
              {label}
            </Button>
          </div>
        </div>
      }
    >
      <div aria-busy={isBusy || undefined}>
        <PreferencesForm returnPath={returnPath} onSubmit={apply} hasSearch />
      </div>
    </Dialog>
  )
}

interface FailureNoticeProps {
  failure: ApplyFailure
  isBusy: boolean
  onCancelPayment: (form: HTMLFormElement) => void
}

function FailureNotice({ failure, isBusy, onCancelPayment }: FailureNoticeProps) {
  const { t } = useTranslation(['common', 'preferences'])
  const { currency } = useCheckoutState('currency')
  const texts = {
    refused: () => t('preferences.failed', { currency: failure.requestedCurrency, old: currency }),
    offline: () => t('preferences.offline'),
    halfway: () => t('preferences.halfway', { currency }),
    unsaved: () => t('errors.couldNotSave'),
    payment_in_progress: () => t('notSaved.held.text'),
    stuck: () => t('notSaved.stuck'),
    paid: () => t('save.paid'),
    closed: () => t('save.closed'),
  }
  const isBlockedByPayment = failure.reason === 'payment_in_progress' || failure.reason === 'stuck'
  const cancelPayment = () => {
    const form = document.getElementById(preferencesFormId)
    if (form instanceof HTMLFormElement) onCancelPayment(form)
  }
  return (
    <Notice
      tone="error"
      role="alert"
      title={isBlockedByPayment && t('notSaved.held.title')}
      actions={
        isBlockedByPayment && (
          <Button variant="link" wide={false} busy={isBusy} onClick={cancelPayment}>
            {t('notSaved.held.again')}
          </Button>
        )
      }
    >
      {texts[failure.reason]()}
    </Notice>
  )
}
