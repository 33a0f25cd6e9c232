import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useUnsaved } from '@/client/checkout/use-unsaved-notice'
import { visibleState } from '@/client/store/checkout-store'
import { AboutYou } from '@/features/driver-details/about-you'
import {
  driverFormId,
  loadRules,
  useDriverForm,
  useGoOn,
} from '@/features/driver-details/driver-form'
import { useErrors } from '@/features/driver-details/use-driver-errors'
import { useReveal } from '@/features/driver-details/use-progressive-reveal'
import { issuingId, useHome } from '@/features/driver-details/use-residence'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { Button } from '@/ui/button'
import { LiveRegion } from '@/ui/live-region'
import { Unsaved } from '@/ui/unsaved'

// Only seen with the rules, and few customers need the others.
const ErrorSummary = dynamic(() => loadRules().then(({ ErrorSummary }) => ErrorSummary))
const NewCustomerBanner = dynamic(() =>
  import('@/features/driver-details/new-customer-banner').then(
    ({ NewCustomerBanner }) => NewCustomerBanner,
  ),
)
const Ahead = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(({ Ahead }) => Ahead),
)
const Issuing = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(({ Issuing }) => Issuing),
)

interface DriverDetailsProps {
  /** The page's title while there are errors. */
  titleWithErrors: ReactNode
}

/** Step 1: who drives, where, and with which licence. */
export function DriverDetails({ titleWithErrors }: DriverDetailsProps) {
  const { t } = useTranslation(['driver-details', 'common'])
  const [unsaved, setUnsaved] = useUnsaved(driverFormId)
  const place = useRef<HTMLFormElement>(null)
  const form = useDriverForm(driverFormId, useGoOn(setUnsaved))
  const reveal = useReveal(place, form.values)
  const { settings, issues } = usePage()
  const home = useHome()
  const isRefused = home.from_ === 'no'
  const errors = useErrors(form.errors)
  const step = useCheckout(state => visibleState(state).step)
  const [before] = useState(step)
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
      {/* A page that comes back with one error shows it too: scripts that would go there may be off. */}
      {errors.length > (issues.length > 0 ? 0 : 1) && (
        <ErrorSummary
          autoFocus={issues.length > 0}
          title={t('common:errors.title')}
          errors={errors.map(({ field, text }) => ({ fieldId: field, text }))}
        />
      )}
      {step > before && !form.isBusy && <Ahead />}
      {settings.newCustomerCoupon && <NewCustomerBanner />}
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou {...fields} rest={reveal.classOf(1)} />
      <YourLicence {...fields} isOpen={reveal.opened === 2} className={reveal.classOf(2)} />
      <LiveRegion>
        {reveal.isFresh && (reveal.opened === 2 ? t('opened.licence') : t('opened.you'))}
      </LiveRegion>
      {unsaved && <Unsaved>{t(`common:errors.${unsaved}`)}</Unsaved>}
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
