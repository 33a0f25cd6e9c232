import { useRouter } from 'next/router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
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

interface Sections {
  open: readonly DriverSection[]
  /** Those that are open or were open before: the customer had the chance to answer. */
  asked: readonly DriverSection[]
}

/**
 * Asks the driver's questions section by section. Answered ones are closed rows, also of a driver
 * who comes back; an edit from the review and a page with errors have all of them open.
 */
export function useOpenSections(values: DriverForm) {
  const { issues } = usePage()
  const { from } = useRouter().query
  const store = useCheckoutStore()
  const [{ open, asked }, setSections] = useState<Sections>(() => {
    if (from === 'review' || issues.length > 0)
      return { open: driverSections, asked: driverSections }
    const isTripStored = optimisticState(store.getState()).customer.license_issued !== ''
    const first = driverSections.findIndex(
      section => !isAnswered(section, values) || (section === 'trip' && !isTripStored),
    )
    const asked = first < 0 ? driverSections : driverSections.slice(0, first + 1)
    return { open: driverSections.slice(first < 0 ? asked.length : first, asked.length), asked }
  })
  const next = driverSections.find(section => !asked.includes(section))

  const openSections = (sections: readonly DriverSection[]) =>
    setSections(previous => ({
      open: driverSections.filter(id => previous.open.includes(id) || sections.includes(id)),
      asked: driverSections.filter(id => previous.asked.includes(id) || sections.includes(id)),
    }))

  /** Opens a section and leads the customer to it. */
  const openSection = (section: DriverSection) => {
    flushSync(() => openSections([section]))
    focusSection(section)
  }

  // Rows that were pressed before hydration are open; what is typed there keeps the focus.
  const openPressed = useEffectEvent(openSections)
  useEffect(() => {
    const pressed = findSections('> details[open]')
    if (pressed.length > 0) queueMicrotask(() => openPressed(pressed))
  }, [])

  return {
    stateOf: (section: DriverSection) => {
      if (open.includes(section)) return 'open'
      return asked.includes(section) ? 'answered' : 'later'
    },
    /** Whether the section is the last open one. */
    isLastOpen: (section: DriverSection) => open.at(-1) === section,
    /** Whether questions follow that Continue asks first. */
    hasNext: next !== undefined,
    openSection,
    /** Whether the customer had the chance to answer. */
    isAsked: (field: string) => asked.includes(sectionOf(field)),
    /** Closes what is answered and asks the next questions; false if there are none. */
    askNext: (): boolean => {
      if (!next) return false
      flushSync(() => setSections({ open: [next], asked: [...asked, next] }))
      focusSection(next)
      return true
    },
    /** Opens the closed sections that have errors. */
    openInvalid: () =>
      flushSync(() => openSections(findSections(':is([aria-invalid=true],[data-invalid])'))),
    /** Only the trip has been asked, and nothing in it needs the rules to be checked. */
    isPlainTrip: (form: DriverForm) =>
      asked.length === 1 && form.destinations.length === 0 && isAnswered('trip', form),
  }
}

const findSections = (selector: string): DriverSection[] =>
  driverSections.filter(id => document.querySelector(`#${id} ${selector}`))

/** Focuses the heading: on a phone, a focused field would cover half of the section. */
function focusSection(section: DriverSection): void {
  const element = document.getElementById(section)
  element?.scrollIntoView({ block: 'start' })
  element?.querySelector('h2')?.focus({ preventScroll: true })
}
