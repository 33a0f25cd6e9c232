import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { DriverForm } from '@/domain/driver/driver-form'
import { driverCases, rightForm } from '../../../tests/support/driver-cases'
import { begun, openDriver } from '../../../tests/support/driver-step'

/** What can be typed or ticked, and shows when it is left. */
const mistakes = driverCases.flatMap(({ told, language, ...known }) =>
  told && !language && !/missing|unknown|country/.test(told.message) ? [{ ...known, ...told }] : [],
)

/** A form with every answer right, the mistakes that are made in it, and the controls of their field. */
interface Walk {
  where: string
  right: DriverForm
  mistakes: typeof mistakes
  /** The control of each part, where the field has several. */
  controls?: Record<string, string>
}

const at = (field: string) => mistakes.filter(mistake => mistake.field === field)
const isInFeet = ({ typed }: (typeof mistakes)[number]) => typed.height_unit === 'ft'
const others = [...new Set(mistakes.map(({ field }) => field))].filter(
  field => !['date_of_birth', 'height'].includes(field),
)

const walks: Walk[] = [
  ...others.map(field => ({ where: field, right: rightForm, mistakes: at(field) })),
  {
    where: 'date_of_birth',
    right: rightForm,
    mistakes: at('date_of_birth'),
    controls: {
      day: 'date_of_birth_day',
      month: 'date_of_birth_month',
      year: 'date_of_birth_year',
    },
  },
  {
    where: 'height in centimetres',
    right: rightForm,
    mistakes: at('height').filter(mistake => !isInFeet(mistake)),
  },
  {
    where: 'height in feet and inches',
    right: { ...rightForm, height_unit: 'ft', height: '', height_ft: '5', height_in: '7' },
    mistakes: at('height').filter(isInFeet),
    controls: { ft: 'height_ft', in: 'height_in' },
  },
]

const valueIn = (form: DriverForm, name: string) => form[name as keyof DriverForm]

describe('a mistake is shown in its own words when its field is left, and goes when it is mended', () => {
  it('whatever it is', () => {
    expect(mistakes.length).toBeGreaterThan(30)
    expect(walks.flatMap(walk => walk.mistakes)).toHaveLength(mistakes.length)
  })

  it.each(walks)('at $where', async ({ right, mistakes, controls = {} }) => {
    const form = openDriver({ state: begun(right) })
    for (const { who, typed, field, text, parts } of mistakes) {
      const wrong = Object.entries(typed).filter(([name, value]) => value !== valueIn(right, name))
      await form.answer(Object.fromEntries(wrong))
      form.leave()
      await waitFor(() => expect(form.error(field), who).toBe(text))
      expect(document.querySelectorAll('[id$="-error"]'), who).toHaveLength(1)
      for (const [part, control] of Object.entries(controls))
        expect(form.isWrong(control), `${who}: ${part}`).toBe(parts?.includes(part) ?? true)
      await form.answer(Object.fromEntries(wrong.map(([name]) => [name, valueIn(right, name)])))
      expect(form.error(field), who).toBeNull()
      expect(form.marked(), who).toEqual([])
    }
  })
})
