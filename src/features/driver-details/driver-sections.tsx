import dynamic from 'next/dynamic'
import type { ReactNode, RefObject } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useDestinationName } from '@/client/format/use-destination-name'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import type { FieldIssue } from '@/domain/input/field-issue'
import { AboutYou } from '@/features/driver-details/about-you'
import {
  type DriverFieldProps,
  type OnValid,
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

/** The driver's fields, their errors, and how far they are open. */
export function useDriverSections(
  id: string,
  formRef: RefObject<HTMLFormElement | null>,
  onValid: OnValid,
  isOwnIssue: (issue: FieldIssue) => boolean = () => true,
) {
  const form = useDriverForm(id, onValid)
  const reveal = useProgressiveReveal(formRef, form.values)
  const residence = useResidence()
  const errors = useDriverErrors(form.errors.filter(isOwnIssue))
  const fields: DriverFieldProps = {
    form,
    values: form.values,
    errorOf: field => errors.find(error => error.field === field)?.text,
    isInvalid: (field, part) =>
      errors.some(
        ({ field: errorField, parts }) => errorField === field && (parts?.includes(part) ?? true),
      ),
  }
  return { form, reveal, residence, errors, fields }
}

/**
 * Issues with their texts, without acknowledged ones and the refused residence, which has its own
 * notice.
 */
function useDriverErrors(issues: FieldIssue[]) {
  const { t } = useTranslation('driver-issues')
  const { acknowledgements } = useCheckoutState('acknowledgements')
  const nameOf = useDestinationName()
  return issues
    .filter(({ field }) => !acknowledgements.includes(field))
    .filter(({ message }) => message !== 'country_of_residence.refused')
    .map(issue => {
      const country = nameOf(issue.field.replace(/.*:/, ''))
      return { ...issue, text: (t as DynamicT)(issue.message, { country }) }
    })
}

type DriverSectionsProps = Pick<
  ReturnType<typeof useDriverSections>,
  'fields' | 'reveal' | 'residence'
> & {
  /** The phone number is asked for with the delivery. */
  isPhoneDeferred?: boolean
  /** Above the notice about the residence. */
  children?: ReactNode
}

/** Destinations, driver and licence. */
export function DriverSections({
  fields,
  reveal,
  residence: { code, from_, hasDetails },
  isPhoneDeferred = false,
  children,
}: DriverSectionsProps) {
  const { t } = useTranslation('driver-details')
  return (
    <>
      <p className="text-ink-2 text-sm">{t('allNeeded')}</p>
      <YourTrip {...fields} />
      <AboutYou
        {...fields}
        laterClassName={reveal.getHiddenClassName(1)}
        isPhoneDeferred={isPhoneDeferred}
      />
      <YourLicence
        {...fields}
        isOpen={reveal.openedStage === 2}
        className={reveal.getHiddenClassName(2)}
      />
      <LiveRegion>
        {reveal.isNewlyOpened && (reveal.openedStage === 2 ? t('opened.licence') : t('opened.you'))}
      </LiveRegion>
      {children}
      <div aria-live="polite" className="empty:-mt-5">
        {from_ !== 'yes' && <ResidenceNotice code={code} from_={from_} hasDetails={hasDetails} />}
      </div>
    </>
  )
}
