import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useState } from 'react'
import { CallFailure } from '@/client/call'
import { useCheckoutStore, usePage, useSync } from '@/client/provider'
import { useStepForm } from '@/client/step-form'
import { visibleState } from '@/client/store'
import { changeCustomer, createCustomer } from '@/contract/customers'
import { applyChange } from '@/domain/changes'
import { emptyCheckout } from '@/domain/checkout'
import { driverIssues } from '@/domain/driver'
import { type DriverForm, driverChange, driverFormOf } from '@/domain/forms'
import { stepById } from '@/domain/steps'
import { AboutYou } from '@/features/driver-details/about-you'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { focusFirstError } from '@/ui/focus-first-error'
import { Notice } from '@/ui/notice'

export const driverFormId = 'driver-details'

/** Step 1: who drives, where, and with which licence. */
export function DriverDetails({
  titleWithErrors,
}: {
  /** The page's title while there are errors. */
  titleWithErrors: ReactNode
}) {
  const { t } = useTranslation(['driver-details', 'common'])
  const { today } = usePage()
  const [isUnsaved, setUnsaved] = useState(false)
  const goOn = useGoOn(setUnsaved)
  const form = useStepForm<DriverForm>({
    id: driverFormId,
    valuesOf: driverFormOf,
    changeOf: driverChange,
    issuesOf: values =>
      driverIssues(applyChange(emptyCheckout, driverChange(values)).customer, today),
    fieldOf: control => (control.startsWith('date_of_birth') ? 'date_of_birth' : control),
    onRight: goOn,
    onWrong: focusFirstError,
  })
  const errorOf = (field: string) => {
    const found = form.errors.find(issue => issue.field === field)
    return found && t(`issues.${found.message}`)
  }
  const fields = { register: form.register, errorOf, values: form.values }
  return (
    <form id={driverFormId} method="post" noValidate className="grid gap-5" onSubmit={form.submit}>
      {form.errors.length > 0 && titleWithErrors}
      {form.errors.length > 1 && (
        <ErrorSummary
          title={t('common:errors.title')}
          errors={form.errors.map(({ field, message }) => ({
            fieldId: field,
            text: t(`issues.${message}`),
          }))}
        />
      )}
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou {...fields} />
      <YourLicence {...fields} />
      {isUnsaved && (
        <Notice tone="error" role="alert">
          {t('common:errors.couldNotSave')}
        </Notice>
      )}
      <Button type="submit" busy={form.isBusy} className="max-lg:hidden">
        {t('continue')}
      </Button>
    </form>
  )
}

/** Stores the driver and opens the next step; says so when it cannot. */
function useGoOn(setUnsaved: (isUnsaved: boolean) => void) {
  const sync = useSync()
  const store = useCheckoutStore()
  const router = useRouter()
  return async () => {
    setUnsaved(false)
    try {
      if (!(await sync.flush())) throw new CallFailure('offline', 0, { detail: 'unsaved' })
      const { id, ...answers } = visibleState(store.getState()).customer
      const query = { checkout: store.getState().checkout.token }
      await (id
        ? sync.run(changeCustomer, { params: { id }, query, body: answers })
        : sync.run(createCustomer, { query, body: answers }))
      await router.push(stepById('upload-photos').route)
    } catch {
      setUnsaved(true)
    }
  }
}
