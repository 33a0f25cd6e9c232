import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { DriverForm } from '@/domain/driver/driver-form'
import { driverCases, rightForm } from '../../../tests/support/driver-cases'
import { buildStartState, renderDriverStep } from '../../../tests/support/driver-step'

/** Mistakes that can be typed or selected and are shown on blur. */
const mistakes = driverCases.flatMap(({ issue, language, ...driverCase }) =>
  issue && !language && !/missing|unknown|country/.test(issue.message)
    ? [{ ...driverCase, ...issue }]
    : [],
)

/** A valid form, the mistakes made in it, and the controls of their field. */
interface FieldScenario {
  title: string
  validForm: DriverForm
  mistakes: typeof mistakes
  /** Control of each part, if the field has several. */
  controls?: Record<string, string>
}

const filterMistakes = (field: string) => mistakes.filter(mistake => mistake.field === field)
const isInFeet = ({ input }: (typeof mistakes)[number]) => input.height_unit === 'ft'
const otherFields = [...new Set(mistakes.map(({ field }) => field))].filter(
  field => !['date_of_birth', 'height'].includes(field),
)

const scenarios: FieldScenario[] = [
  ...otherFields.map(field => ({
    title: field,
    // Only a phone number that was given before can be corrected here.
    validForm: field === 'phone' ? { ...rightForm, phone: '212 555 2368' } : rightForm,
    mistakes: filterMistakes(field),
  })),
  {
    title: 'date_of_birth',
    validForm: rightForm,
    mistakes: filterMistakes('date_of_birth'),
    controls: {
      day: 'date_of_birth_day',
      month: 'date_of_birth_month',
      year: 'date_of_birth_year',
    },
  },
  {
    title: 'height in centimetres',
    validForm: rightForm,
    mistakes: filterMistakes('height').filter(mistake => !isInFeet(mistake)),
  },
  {
    title: 'height in feet and inches',
    validForm: { ...rightForm, height_unit: 'ft', height: '', height_ft: '5', height_in: '7' },
    mistakes: filterMistakes('height').filter(isInFeet),
    controls: { ft: 'height_ft', in: 'height_in' },
  },
]

const readValue = (form: DriverForm, name: string) => form[name as keyof DriverForm]

describe('a mistake shows its own text on blur and disappears when it is fixed', () => {
  it('in every case', () => {
    expect(mistakes.length).toBeGreaterThan(30)
    expect(scenarios.flatMap(scenario => scenario.mistakes)).toHaveLength(mistakes.length)
  })

  it.each(scenarios)('at $title', async ({ validForm, mistakes, controls = {} }) => {
    const form = renderDriverStep({ state: buildStartState(validForm) })
    const [firstControl = ''] = Object.keys(mistakes[0]?.input ?? {})
    await waitFor(() => form.control(firstControl))
    for (const { who: caseName, input, field, text, parts } of mistakes) {
      const wrongValues = Object.entries(input).filter(
        ([name, value]) => value !== readValue(validForm, name),
      )
      await form.answer(Object.fromEntries(wrongValues))
      form.leave()
      await waitFor(() => expect(form.error(field), caseName).toBe(text))
      expect(document.querySelectorAll('[id$="-error"]'), caseName).toHaveLength(1)
      for (const [part, control] of Object.entries(controls))
        expect(form.isInvalid(control), `${caseName}: ${part}`).toBe(parts?.includes(part) ?? true)
      await form.answer(
        Object.fromEntries(wrongValues.map(([name]) => [name, readValue(validForm, name)])),
      )
      expect(form.error(field), caseName).toBeNull()
      expect(form.listInvalid(), caseName).toEqual([])
    }
  })
})
