import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePreload } from '@/client/checkout/use-preload'
import { useDestinationName } from '@/client/format/use-destination-name'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { allAskedControl } from '@/domain/driver/driver-form'
import type { FieldIssue } from '@/domain/input/field-issue'
import { AboutYou } from '@/features/driver-details/about-you'
import {
  type DriverFieldProps,
  type OnValid,
  useDriverForm,
  useResidence,
} from '@/features/driver-details/driver-form'
import { type DriverSection, driverSections } from '@/features/driver-details/use-open-sections'
import { YourLicence } from '@/features/driver-details/your-licence'
import { YourTrip } from '@/features/driver-details/your-trip'
import { Button } from '@/ui/button'
import { FormSection } from '@/ui/form-section'

// Lazy: a first visit has no answers.
const SectionAnswers = dynamic(() =>
  import(/* webpackChunkName: "answers" */ '@/features/driver-details/section-answers').then(
    ({ SectionAnswers }) => SectionAnswers,
  ),
)

/** The driver's fields, their errors, and how far they are open. */
export function useDriverSections(
  id: string,
  onValid: OnValid,
  isOwnIssue: (issue: FieldIssue) => boolean = () => true,
) {
  const form = useDriverForm(id, onValid)
  const residence = useResidence()
  const errors = useDriverErrors(form.errors.filter(isOwnIssue))
  // The row of a closed section shows its answers without a network, too.
  usePreload(
    () => import(/* webpackChunkName: "answers" */ '@/features/driver-details/section-answers'),
  )
  const fields: DriverFieldProps = {
    form,
    values: form.values,
    errorOf: field => errors.find(error => error.field === field)?.text,
    isInvalid: (field, part) =>
      errors.some(
        ({ field: errorField, parts }) => errorField === field && (parts?.includes(part) ?? true),
      ),
  }
  return { form, residence, errors, fields }
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

type DriverSectionsProps = Pick<ReturnType<typeof useDriverSections>, 'fields' | 'residence'> & {
  /** The phone number is asked for with the delivery on the same page. */
  isPhoneDeferred?: boolean
  /** Whether Continue asks more questions on the page. */
  hasNext?: boolean
}

/** Destinations, driver and licence. Without scripts all of it is asked at once. */
export function DriverSections({
  fields,
  residence,
  isPhoneDeferred,
  hasNext = fields.form.sections.hasNext,
}: DriverSectionsProps) {
  const sectionProps = { fields, residence, hasNext }
  return (
    <>
      <noscript>
        <input type="hidden" name={allAskedControl} value="yes" />
      </noscript>
      <Section {...sectionProps} id="trip">
        <YourTrip {...fields} residence={residence} />
      </Section>
      <Section {...sectionProps} id="you">
        <AboutYou {...fields} isPhoneDeferred={isPhoneDeferred} />
      </Section>
      <Section {...sectionProps} id="licence">
        <YourLicence {...fields} />
      </Section>
    </>
  )
}

type SectionProps = Pick<DriverSectionsProps, 'fields' | 'residence'> & {
  hasNext: boolean
  id: DriverSection
  children: ReactNode
}

/** A section; while others follow, the last open one has a button on desktops. */
function Section({ fields: { form }, residence, hasNext, id, children }: SectionProps) {
  const { t } = useTranslation('driver-details')
  const { stateOf, openSection, isLastOpen } = form.sections
  const state = stateOf(id)
  return (
    <FormSection
      id={id}
      number={driverSections.indexOf(id) + 1}
      heading={t(`${id}.heading`)}
      side={id !== 'trip' && t(`${id}.side`)}
      state={state}
      line={
        state === 'later' && id !== 'trip' ? (
          t(`${id}.line`)
        ) : (
          <SectionAnswers form={form} section={id} />
        )
      }
      action={state === 'answered' && t('edit')}
      onOpen={() => openSection(id)}
    >
      {children}
      {hasNext && isLastOpen(id) && residence.from_ !== 'no' && (
        <Button type="submit" className="max-lg:hidden noscript:hidden">
          {t('continueShort')}
        </Button>
      )}
    </FormSection>
  )
}
