import { useRef } from 'react'
import type { FormPart } from '@/client/checkout/form-part'
import type { FieldIssue } from '@/domain/input/field-issue'
import { type OnValid, residenceNoticeId } from '@/features/driver-details/driver-form'
import { DriverSections, useDriverSections } from '@/features/driver-details/driver-sections'

type ValidSubmission = Parameters<OnValid>

/** The driver's fields within a larger form; the phone number is asked for with the delivery. */
export function useDriverPart(id: string) {
  const validSubmission = useRef<ValidSubmission>(undefined)
  const driver = useDriverSections(
    id,
    async (...submission) => {
      validSubmission.current = submission
    },
    isDriverIssue,
  )
  const { form, residence, errors } = driver

  const part: FormPart = {
    errors: errors.map(({ field, text }) => ({ fieldId: field, text })),
    isBlocked: residence.from_ === 'no',
    hasNext: form.sections.hasNext,
    close: form.sections.closeAll,
    validate: async event => {
      validSubmission.current = undefined
      await form.submit(event)
      if (residence.from_ === 'no') document.getElementById(residenceNoticeId)?.focus()
      return validSubmission.current !== undefined
    },
    showIssues: issues => validSubmission.current?.[1](issues),
    // A deployment may have removed the rules chunk.
    isPostNeeded: () => validSubmission.current?.[0] === undefined,
  }
  return { ...driver, part }
}

/** A page returned by the server has the issues of all its parts. */
const isDriverIssue = ({ field, message }: FieldIssue): boolean =>
  field.includes(':') ? field.startsWith('not_accepted:') : driverIssuePattern.test(message)

const driverIssuePattern =
  /^(?:destinations|license_|country_of_residence|email|phone|date_of_birth|place_of_birth|gender|height|eye_color)/

type DriverPartProps = ReturnType<typeof useDriverPart> & { hasNext: boolean }

/** Destinations, driver and licence. */
export const DriverPart = (props: DriverPartProps) => <DriverSections {...props} isPhoneDeferred />
