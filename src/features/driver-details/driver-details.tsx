import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, useRef, useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { optimisticState } from '@/client/store/checkout-store'
import { AboutYou } from '@/features/driver-details/about-you'
import {
  driverFormId,
  loadRules,
  residenceNoticeId,
  useContinueToPhotos,
  useDriverErrors,
  useDriverForm,
  useResidence,
} from '@/features/driver-details/driver-form'
import { useProgressiveReveal } from '@/features/driver-details/use-progressive-reveal'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { Button } from '@/ui/button'
import { LiveRegion } from '@/ui/live-region'
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
const ResidenceNotice = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(
    ({ ResidenceNotice }) => ResidenceNotice,
  ),
)

/** Step 1: destinations, driver and licence. */
export function DriverDetails() {
  const { t } = useTranslation(['driver-details', 'common'])
  const [unsaved, setUnsaved] = useUnsavedNotice(driverFormId)
  const formRef = useRef<HTMLFormElement>(null)
  const form = useDriverForm(driverFormId, useContinueToPhotos(setUnsaved))
  const reveal = useProgressiveReveal(formRef, form.values)
  const { settings, issues } = usePage()
  const residence = useResidence()
  const isRefused = residence.from_ === 'no'
  const errors = useDriverErrors(form.errors)
  const step = useCheckout(state => optimisticState(state).step)
  const [initialStep] = useState(step)
  const fields = {
    form,
    values: form.values,
    errorOf: (field: string) => errors.find(error => error.field === field)?.text,
    isInvalid: (field: string, part: string) =>
      errors.some(
        ({ field: errorField, parts }) => errorField === field && (parts?.includes(part) ?? true),
      ),
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    reveal.openAll()
    void form.submit(event)
    if (isRefused) document.getElementById(residenceNoticeId)?.focus()
  }

  return (
    <form
      ref={formRef}
      id={driverFormId}
      method="post"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={submit}
      onChange={reveal.update}
      onBlur={reveal.update}
    >
      {/* A page returned by the server lists even one error: scripts to focus it may be off. */}
      {errors.length > (issues.length > 0 ? 0 : 1) && (
        <ErrorSummary
          autoFocus={issues.length > 0}
          title={t('common:errors.title')}
          errors={errors.map(({ field, text }) => ({ fieldId: field, text }))}
        />
      )}
      {step > initialStep && !form.isBusy && <AdvancedElsewhereNotice />}
      {settings.newCustomerCoupon && <NewCustomerBanner />}
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou {...fields} laterClassName={reveal.getHiddenClassName(1)} />
      <YourLicence
        {...fields}
        isOpen={reveal.openedStage === 2}
        className={reveal.getHiddenClassName(2)}
      />
      <LiveRegion>
        {reveal.isNewlyOpened && (reveal.openedStage === 2 ? t('opened.licence') : t('opened.you'))}
      </LiveRegion>
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      <div aria-live="polite" className="empty:-mt-5">
        {residence.from_ !== 'yes' && (
          <ResidenceNotice
            code={residence.code}
            from_={residence.from_}
            hasDetails={residence.hasDetails}
          />
        )}
      </div>
      {!isRefused && (
        <Button type="submit" busy={form.isBusy} className="max-lg:hidden">
          {t('continue')}
        </Button>
      )}
    </form>
  )
}
