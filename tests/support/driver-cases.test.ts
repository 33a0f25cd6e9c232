import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { root } from '@/commands/program'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { toDriverChange, toDriverForm } from '@/domain/driver/driver-form'
import { listDriverIssues } from '@/domain/driver/driver-rules'
import { validatePhone } from '@/server/checkout/normalise-phone'
import { type DriverCase, driverCases, rightForm } from './driver-cases'
import { today } from './sample-checkout'
import { translateEnglish } from './texts'

const applyInput = ({ input }: DriverCase) =>
  applyChange(emptyCheckout, toDriverChange({ ...rightForm, ...input }))

const findIssues = (driverCase: DriverCase, rule?: typeof validatePhone) => {
  const { customer, dialCode } = applyInput(driverCase)
  const { language = 'en' } = driverCase
  return listDriverIssues(customer, today, {
    dialCode,
    language,
    ...(rule && { validatePhone: rule }),
  })
}

const buildExpectedIssues = ({ issue }: DriverCase) => {
  if (!issue) return []
  const { text: _, ...fieldIssue } = issue
  return [fieldIssue]
}

describe.each(driverCases)('a driver $who', driverCase => {
  it('gets exactly the expected issue', () => {
    expect(findIssues(driverCase)).toEqual(
      driverCase.byNumberingPlan ? [] : buildExpectedIssues(driverCase),
    )
  })

  it('gets the same issue with the numbering plans of the server and of the browser', async () => {
    expect(findIssues(driverCase, validatePhone)).toEqual(buildExpectedIssues(driverCase))
    expect(findIssues(driverCase, await loadPhoneRule())).toEqual(buildExpectedIssues(driverCase))
  })

  it('sees the message', () => {
    const { issue } = driverCase
    if (issue) expect(translateEnglish(`driver-issues:${issue.message}`)).toBe(issue.text)
  })

  it('finds the phone number as typed', () => {
    const input = { ...rightForm, ...driverCase.input }
    expect(toDriverForm(applyInput(driverCase)).phone).toBe(input.phone.trim())
  })
})

/** Messages for values the form's controls cannot contain, or of another step. */
const messagesElsewhere = [
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

it('every message has a case', () => {
  const coveredMessages = driverCases.flatMap(({ issue }) => issue?.message ?? [])
  expect([...new Set([...coveredMessages, ...messagesElsewhere])].sort()).toEqual(
    listIssueKeys().sort(),
  )
})

function listIssueKeys(): string[] {
  const file = join(root, 'public/locales/en/driver-issues.json')
  const issues = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  return Object.entries(issues).flatMap(([field, texts]) =>
    Object.keys(texts).map(key => `${field}.${key}`),
  )
}
