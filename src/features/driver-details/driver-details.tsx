import dynamic from 'next/dynamic'
import { type FormEvent, useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useContinueLabel } from '@/client/checkout/use-is-edit'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { useTranslation } from '@/client/texts/use-translation'
import {
  driverFormId,
  loadRules,
  residenceNoticeId,
  useContinueToPhotos,
} from '@/features/driver-details/driver-form'
import { DriverSections, useDriverSections } from '@/features/driver-details/driver-sections'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { UnsavedAlert } from '@/ui/unsaved-alert'

// Lazy: the error summary needs the rules, and few customers need the others.
const ErrorSummary = dynamic(() => loadRules().then(({ ErrorSummary }) => ErrorSummary))
const NewCustomerBanner = dynamic(() =>
  import('@/features/driver-details/new-customer-banner').then(
    ({ NewCustomerBanner }) => NewCustomerBanner,
  ),
)
const AdvancedElsewhereNotice = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(
    ({ AdvancedElsewhereNotice }) => AdvancedElsewhereNotice,
  ),
)

/** Step 1: destinations, driver and licence. */
export function DriverDetails() {
  const { t } = useTranslation(['driver-details', 'common'])
  const continueLabel = useContinueLabel(t('continue'))
  const [unsaved, setUnsaved] = useUnsavedNotice(driverFormId)
  const { settings, issues } = usePage()
  const driver = useDriverSections(driverFormId, useContinueToPhotos(setUnsaved))
  const { form, errors } = driver
  const isRefused = driver.residence.from_ === 'no'

  const submit = (event: FormEvent<HTMLFormElement>) => {
    void form.submit(event)
    if (isRefused) document.getElementById(residenceNoticeId)?.focus()
  }

  return (
    <form
      id={driverFormId}
      method="post"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={submit}
    >
      {/* A page returned by the server lists even one error: scripts to focus it may be off. */}
      {errors.length > (issues.length > 0 ? 0 : 1) && (
        <ErrorSummary
          autoFocus={issues.length > 0}
          title={t('common:errors.title')}
          errors={errors.map(({ field, text }) => ({ fieldId: field, text }))}
        />
      )}
      <AheadNotice isSubmitting={form.isSubmitting} />
      {settings.newCustomerCoupon && <NewCustomerBanner />}
      <DriverSections {...driver} />
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      {!isRefused && (
        <Button
          type="submit"
          className={classNames('max-lg:hidden', form.sections.hasNext && 'not-noscript:hidden')}
        >
          {continueLabel}
        </Button>
      )}
    </form>
  )
}

/** Shows a notice once another tab has passed this step; apart, so that it renders no form. */
function AheadNotice({ isSubmitting }: { isSubmitting: () => boolean }) {
  const step = useCheckout(({ checkout }) => checkout.state.step)
  const [initialStep] = useState(step)
  return step > initialStep && !isSubmitting() && <AdvancedElsewhereNotice />
}
