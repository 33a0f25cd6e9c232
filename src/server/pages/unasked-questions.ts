import type { Step } from '@/domain/checkout/steps'
import { allAskedControl } from '@/domain/driver/driver-form'
import type { FieldIssue } from '@/domain/input/field-issue'

/** Questions that a page with scripts asks together: their controls, and the fields of their issues. */
const questionGroups = [
  {
    controls: ['license_first_name', 'license_last_name', 'email'],
    fields: ['license_first_name', 'license_last_name', 'email'],
  },
  {
    controls: [
      ...['date_of_birth_day', 'date_of_birth_month', 'date_of_birth_year', 'place_of_birth'],
      ...['license_classes', 'gender', 'height', 'height_ft', 'eye_color'],
    ],
    fields: [
      ...['date_of_birth', 'place_of_birth', 'license_classes', 'gender', 'height', 'eye_color'],
    ],
  },
  {
    controls: ['shipping_address', 'shipping_city', 'shipping_postcode', 'phone', 'pickup_point'],
    fields: ['address', 'street_number', 'city', 'state', 'postcode', 'phone', 'pickup_point'],
  },
]

/** The steps whose forms ask their questions in sections. */
const sectionedSteps: Step['id'][] = ['driver-details', 'info']

/**
 * The issues of questions that were asked. A form can be posted before the page's scripts run, with
 * sections that are still closed: the customer had no chance to answer what is in them.
 */
export function listAskedIssues(
  step: Step['id'],
  issues: FieldIssue[],
  form: URLSearchParams,
): FieldIssue[] {
  if (!sectionedSteps.includes(step) || form.has(allAskedControl)) return issues
  const unaskedFields = questionGroups
    .filter(({ controls }) => controls.every(name => !form.get(name)))
    .flatMap(({ fields }) => fields)
  return issues.filter(({ field }) => !unaskedFields.includes(field))
}
