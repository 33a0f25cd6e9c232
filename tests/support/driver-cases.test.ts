import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { root } from '@/commands/program'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { driverChange, driverFormOf } from '@/domain/driver/driver-form'
import { driverIssues } from '@/domain/driver/driver-rules'
import { phoneWrong } from '@/server/checkout/normalise-phone'
import { type DriverCase, driverCases, rightForm } from './driver-cases'
import { today } from './sample-checkout'
import { english } from './texts'

const stateAfter = ({ typed }: DriverCase) =>
  applyChange(emptyCheckout, driverChange({ ...rightForm, ...typed }))

const issuesOf = (known: DriverCase, rule?: typeof phoneWrong) => {
  const { customer, dialCode } = stateAfter(known)
  const { language = 'en' } = known
  return driverIssues(customer, today, { dialCode, language, ...(rule && { phoneWrong: rule }) })
}

const expected = ({ told }: DriverCase) => {
  if (!told) return []
  const { text: _, ...issue } = told
  return [issue]
}

describe.each(driverCases)('a driver $who', known => {
  it('is told, and told of nothing else', () => {
    expect(issuesOf(known)).toEqual(known.byNumberingPlan ? [] : expected(known))
  })

  it('is told the same by the numbering plans of the server and of the browser', async () => {
    expect(issuesOf(known, phoneWrong)).toEqual(expected(known))
    expect(issuesOf(known, await loadPhoneRule())).toEqual(expected(known))
  })

  it('reads the sentence', () => {
    const { told } = known
    if (told) expect(english(`driver-issues:${told.message}`)).toBe(told.text)
  })

  it('finds the phone number as it was typed', () => {
    const typed = { ...rightForm, ...known.typed }
    expect(driverFormOf(stateAfter(known)).phone).toBe(typed.phone.trim())
  })
})

/** What the driver form's controls cannot hold, or another step tells. */
const toldElsewhere = [
  'acknowledgements.missing',
  'country_of_residence.refused',
  'destinations.many',
  'destinations.unknown',
  'license_first_name.characters',
  'license_last_name.characters',
  'phone.missing',
  'place_of_birth.characters',
  'text.unreadable',
]

it('there is a case for every message', () => {
  const told = driverCases.flatMap(({ told }) => told?.message ?? [])
  expect([...new Set([...told, ...toldElsewhere])].sort()).toEqual(issueKeys().sort())
})

function issueKeys(): string[] {
  const file = join(root, 'public/locales/en/driver-issues.json')
  const issues = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  return Object.entries(issues).flatMap(([field, texts]) =>
    Object.keys(texts).map(key => `${field}.${key}`),
  )
}
