import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useDestinationName } from '@/client/destinations'
import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'
import type { FieldIssue } from '@/domain/issues'
import { AboutYou } from '@/features/driver-details/about-you'
import { driverFormId, loadRules, useDriverForm } from '@/features/driver-details/driver-form'
import { issuingId, useHome } from '@/features/driver-details/home'
import { useReveal } from '@/features/driver-details/reveal'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { Button } from '@/ui/button'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'

// Only seen with the rules, and few customers need the others.
const ErrorSummary = dynamic(() => loadRules().then(({ ErrorSummary }) => ErrorSummary))
const NewCustomerBanner = dynamic(() =>
  import('@/features/driver-details/new-customer-banner').then(
    ({ NewCustomerBanner }) => NewCustomerBanner,
  ),
)
const Issuing = dynamic(() =>
  import('@/features/driver-details/verdicts').then(({ Issuing }) => Issuing),
)

interface DriverDetailsProps {
  /** The page's title while there are errors. */
  titleWithErrors: ReactNode
}

/** Step 1: who drives, where, and with which licence. */
export function DriverDetails({ titleWithErrors }: DriverDetailsProps) {
  const { t } = useTranslation(['driver-details', 'common'])
  const [isUnsaved, setUnsaved] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const form = useDriverForm(setUnsaved)
  const reveal = useReveal(place, form.values)
  const { settings } = usePage()
  const home = useHome()
  const isRefused = home.from_ === 'no'
  const errors = useErrors(form.errors)
  const fields = {
    form,
    values: form.values,
    errorOf: (field: string) => errors.find(error => error.field === field)?.text,
    isBad: (field: string, part: string) =>
      errors.some(({ field: wrong, parts }) => wrong === field && (parts?.includes(part) ?? true)),
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    reveal.openAll()
    void form.submit(event)
    if (isRefused) document.getElementById(issuingId)?.focus()
  }

  return (
    <form
      ref={place}
      id={driverFormId}
      method="post"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={submit}
      onChange={reveal.look}
      onBlur={reveal.look}
    >
      {errors.length > 0 && titleWithErrors}
      {errors.length > 1 && (
        <ErrorSummary
          title={t('common:errors.title')}
          errors={errors.map(({ field, text }) => ({ fieldId: field, text }))}
        />
      )}
      {settings.newCustomerCoupon && <NewCustomerBanner />}
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou {...fields} rest={reveal.classOf(1)} />
      <YourLicence {...fields} isOpen={reveal.opened === 2} className={reveal.classOf(2)} />
      <LiveRegion>
        {reveal.isFresh && (reveal.opened === 2 ? t('opened.licence') : t('opened.you'))}
      </LiveRegion>
      {isUnsaved && (
        <Notice tone="error" role="alert">
          {t('common:errors.couldNotSave')}
        </Notice>
      )}
      <div aria-live="polite" className="empty:-mt-5">
        {home.from_ !== 'yes' && (
          <Issuing code={home.code} from_={home.from_} hasDetails={home.hasDetails} />
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

/** What is wrong, in words. What an explanation stands for, or is mended outside the form, is none of it. */
function useErrors(issues: FieldIssue[]) {
  const { t } = useTranslation('driver-details')
  const { acknowledgements } = useCheckout(visibleState)
  const nameOf = useDestinationName()
  return issues
    .filter(({ field }) => !acknowledgements.includes(field))
    .filter(({ message }) => message !== 'country_of_residence.refused')
    .map(issue => {
      const country = nameOf(issue.field.replace(/.*:/, ''))
      return { ...issue, text: t(`issues.${issue.message}`, { country }) }
    })
}
