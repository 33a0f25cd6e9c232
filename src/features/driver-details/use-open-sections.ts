import { useRouter } from 'next/router'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useFormSections } from '@/client/checkout/use-form-sections'
import { optimisticState } from '@/client/store/checkout-store'
import type { DriverForm } from '@/domain/driver/driver-form'

/** The sections of the driver's form, in order. Each has its name as the id of its element. */
export const driverSections = ['trip', 'you', 'licence'] as const
export type DriverSection = (typeof driverSections)[number]

/** The answers without which a section is not complete. */
const requiredAnswers: Record<DriverSection, readonly (keyof DriverForm)[]> = {
  trip: ['license_issued', 'country_of_residence'],
  you: ['license_first_name', 'license_last_name', 'email'],
  licence: [
    ...(['date_of_birth_day', 'date_of_birth_month', 'date_of_birth_year'] as const),
    ...(['place_of_birth', 'license_classes', 'gender', 'eye_color'] as const),
  ],
}

const isAnswered = (section: DriverSection, values: DriverForm): boolean =>
  requiredAnswers[section].every(name => String(values[name]) !== '') &&
  (section !== 'licence' || values.height !== '' || values.height_ft !== '')

/** The section that asks for a field; acknowledgements are part of the trip. */
const sectionOf = (field: string): DriverSection => {
  if (/^(?:destinations|license_issued|country_of_residence)$|:/.test(field)) return 'trip'
  return /_name$|^email|^phone$/.test(field) ? 'you' : 'licence'
}

/**
 * Asks the driver's questions section by section. Answered ones are closed rows, also of a driver
 * who comes back; an edit from the review and a page with errors have all of them open.
 */
export function useOpenSections(values: DriverForm) {
  const { issues } = usePage()
  const { from } = useRouter().query
  const store = useCheckoutStore()
  const sections = useFormSections(driverSections, () => {
    if (from === 'review' || issues.length > 0)
      return { open: driverSections, asked: driverSections }
    const isTripStored = optimisticState(store.getState()).customer.license_issued !== ''
    const isComplete = (section: DriverSection) =>
      isAnswered(section, values) && (section !== 'trip' || isTripStored)
    const first = driverSections.find(section => !isComplete(section))
    return {
      open: first ? [first] : [],
      asked: driverSections.filter(section => section === first || isComplete(section)),
    }
  })
  const { open, asked } = sections
  const next = driverSections.find(section => !asked.includes(section))

  return {
    ...sections,
    /** Whether the section is the last open one. */
    isLastOpen: (section: DriverSection) => open.at(-1) === section,
    /** Whether questions follow that Continue asks first. */
    hasNext: next !== undefined,
    /** Whether the customer had the chance to answer. */
    isAsked: (field: string) => asked.includes(sectionOf(field)),
    /** Closes what is answered and asks the next questions; false if there are none. */
    askNext: (): boolean => {
      if (next) sections.ask(next)
      return next !== undefined
    },
    /** Only the trip has been asked, and nothing in it needs the rules to be checked. */
    isPlainTrip: (form: DriverForm) =>
      asked.length === 1 && form.destinations.length === 0 && isAnswered('trip', form),
  }
}
