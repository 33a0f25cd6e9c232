import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { type RefObject, useRef } from 'react'
import { ApiClientError } from '@/client/api/api-client'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import type { FormPart } from '@/client/checkout/form-part'
import type { FieldIssue } from '@/domain/input/field-issue'
import { AboutYou } from '@/features/driver-details/about-you'
import type { DriverFieldProps } from '@/features/driver-details/driver-form'
import {
  residenceNoticeId,
  useDriverErrors,
  useDriverForm,
  useResidence,
} from '@/features/driver-details/driver-form'
import { useProgressiveReveal } from '@/features/driver-details/use-progressive-reveal'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { LiveRegion } from '@/ui/live-region'

// Lazy: few customers need it.
const ResidenceNotice = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(
    ({ ResidenceNotice }) => ResidenceNotice,
  ),
)

type ValidSubmission = Parameters<Parameters<typeof useDriverForm>[1]>

/** The driver's fields within a larger form; the phone number is asked for with the delivery. */
export function useDriverPart(id: string, formRef: RefObject<HTMLFormElement | null>) {
  const store = useCheckoutStore()
  const sync = useSync()
  const validSubmission = useRef<ValidSubmission>(undefined)
  const form = useDriverForm(id, async (...submission) => {
    validSubmission.current = submission
  })
  const reveal = useProgressiveReveal(formRef, form.values)
  const residence = useResidence()
  const errors = useDriverErrors(form.errors.filter(isDriverIssue))
  const fields: DriverFieldProps = {
    form,
    values: form.values,
    errorOf: field => errors.find(error => error.field === field)?.text,
    isInvalid: (field, part) =>
      errors.some(
        ({ field: errorField, parts }) => errorField === field && (parts?.includes(part) ?? true),
      ),
  }

  const part: FormPart = {
    errors: errors.map(({ field, text }) => ({ fieldId: field, text })),
    isBlocked: residence.from_ === 'no',
    validate: async event => {
      validSubmission.current = undefined
      reveal.openAll()
      await form.submit(event)
      if (residence.from_ === 'no') document.getElementById(residenceNoticeId)?.focus()
      return validSubmission.current !== undefined
    },
    save: async () => {
      const [rules, showIssues] = validSubmission.current ?? []
      // A deployment may have removed the rules chunk: the server validates and returns a page.
      if (!rules) return waitForNavigation(formRef.current?.submit())
      return saveOrShowIssues(showIssues, () => rules.storeDriver(store, sync))
    },
  }
  return { part, fields, reveal, residence }
}

/** Never resolves: the browser leaves the page. */
const waitForNavigation = (_: unknown): Promise<boolean> => new Promise(() => undefined)

/** False when the server rejects the answers; the form then shows the issues. */
async function saveOrShowIssues(
  showIssues: ((issues: FieldIssue[]) => void) | undefined,
  task: () => Promise<void>,
): Promise<boolean> {
  try {
    await task()
    return true
  } catch (error) {
    const issues = error instanceof ApiClientError ? error.refusal.issues : undefined
    if (!issues || !showIssues) throw error
    showIssues(issues)
    return false
  }
}

/** A page returned by the server has the issues of all its parts. */
const isDriverIssue = ({ field, message }: FieldIssue): boolean =>
  field.includes(':') ? field.startsWith('not_accepted:') : driverIssuePattern.test(message)

const driverIssuePattern =
  /^(?:destinations|license_|country_of_residence|email|phone|date_of_birth|place_of_birth|gender|height|eye_color)/

/** Destinations, driver and licence. */
export function DriverPart({ fields, reveal, residence }: ReturnType<typeof useDriverPart>) {
  const { t } = useTranslation('driver-details')
  return (
    <>
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou {...fields} laterClassName={reveal.getHiddenClassName(1)} isPhoneDeferred />
      <YourLicence
        {...fields}
        isOpen={reveal.openedStage === 2}
        className={reveal.getHiddenClassName(2)}
      />
      <LiveRegion>
        {reveal.isNewlyOpened && (reveal.openedStage === 2 ? t('opened.licence') : t('opened.you'))}
      </LiveRegion>
      <div aria-live="polite" className="empty:-mt-5">
        {residence.from_ !== 'yes' && (
          <ResidenceNotice
            code={residence.code}
            from_={residence.from_}
            hasDetails={residence.hasDetails}
          />
        )}
      </div>
    </>
  )
}
