import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { type RefObject, useRef } from 'react'
import { CallFailure } from '@/client/api/api-client'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import type { FormPart } from '@/client/checkout/form-part'
import type { FieldIssue } from '@/domain/input/field-issue'
import { AboutYou } from '@/features/driver-details/about-you'
import type { Fields } from '@/features/driver-details/driver-field-props'
import { useDriverForm } from '@/features/driver-details/driver-form'
import { useErrors } from '@/features/driver-details/use-driver-errors'
import { useReveal } from '@/features/driver-details/use-progressive-reveal'
import { issuingId, useHome } from '@/features/driver-details/use-residence'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { LiveRegion } from '@/ui/live-region'

// Few customers need it.
const Issuing = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(({ Issuing }) => Issuing),
)

type Found = Parameters<Parameters<typeof useDriverForm>[1]>

/** The driver's questions in a form that asks for more; the number is asked for with the delivery. */
export function useDriverPart(id: string, place: RefObject<HTMLFormElement | null>) {
  const store = useCheckoutStore()
  const sync = useSync()
  const found = useRef<Found>(undefined)
  const form = useDriverForm(id, async (...right) => {
    found.current = right
  })
  const reveal = useReveal(place, form.values)
  const home = useHome()
  const errors = useErrors(form.errors.filter(isOfDriver))
  const fields: Fields = {
    form,
    values: form.values,
    errorOf: field => errors.find(error => error.field === field)?.text,
    isBad: (field, part) =>
      errors.some(({ field: wrong, parts }) => wrong === field && (parts?.includes(part) ?? true)),
  }

  const part: FormPart = {
    errors: errors.map(({ field, text }) => ({ fieldId: field, text })),
    isStopped: home.from_ === 'no',
    check: async event => {
      found.current = undefined
      reveal.openAll()
      await form.submit(event)
      if (home.from_ === 'no') document.getElementById(issuingId)?.focus()
      return found.current !== undefined
    },
    store: async () => {
      const [rules, refuse] = found.current ?? []
      // An update may have taken the rules of this page away: the server has its own, and answers with a page.
      if (!rules) return neverMind(place.current?.submit())
      return refused(refuse, () => rules.storeDriver(store, sync))
    },
  }
  return { part, fields, reveal, home }
}

/** The page goes: nothing comes after it. */
const neverMind = (_: unknown): Promise<boolean> => new Promise(() => undefined)

/** False when the server refuses the answers; they then show what is wrong. */
async function refused(
  refuse: ((issues: FieldIssue[]) => void) | undefined,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const issues = error instanceof CallFailure ? error.refusal.issues : undefined
    if (!issues || !refuse) throw error
    refuse(issues)
    return false
  }
}

/** A page that comes back has the errors of all its parts. */
const isOfDriver = ({ field, message }: FieldIssue): boolean =>
  field.includes(':') ? field.startsWith('not_accepted:') : driverTexts.test(message)

const driverTexts =
  /^(?:destinations|license_|country_of_residence|email|phone|date_of_birth|place_of_birth|gender|height|eye_color)/

/** Where somebody drives, who that is, and with which licence. */
export function DriverPart({ fields, reveal, home }: ReturnType<typeof useDriverPart>) {
  const { t } = useTranslation('driver-details')
  return (
    <>
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou {...fields} rest={reveal.classOf(1)} isPhoneLater />
      <YourLicence {...fields} isOpen={reveal.opened === 2} className={reveal.classOf(2)} />
      <LiveRegion>
        {reveal.isFresh && (reveal.opened === 2 ? t('opened.licence') : t('opened.you'))}
      </LiveRegion>
      <div aria-live="polite" className="empty:-mt-5">
        {home.from_ !== 'yes' && (
          <Issuing code={home.code} from_={home.from_} hasDetails={home.hasDetails} />
        )}
      </div>
    </>
  )
}
