import { expect, it } from 'vitest'
import { listAskedIssues } from './unasked-questions'

const issues = [
  { field: 'license_first_name', message: 'license_first_name.missing' },
  { field: 'email', message: 'email.missing' },
  { field: 'gender', message: 'gender.missing' },
  { field: 'city', message: 'shipping_city.missing' },
]

const listFields = (step: Parameters<typeof listAskedIssues>[0], form: Record<string, string>) =>
  listAskedIssues(step, issues, new URLSearchParams(form)).map(({ field }) => field)

it('a form posted before its scripts ran has no errors in sections without any answer', () => {
  const answers = { license_issued: 'us', license_first_name: '', license_last_name: '', phone: '' }
  expect(listFields('driver-details', answers)).toEqual([])
})

it('a section with an answer has all of its errors', () => {
  expect(listFields('info', { license_first_name: 'Ana', shipping_city: '', phone: '5' })).toEqual([
    'license_first_name',
    'email',
    'city',
  ])
})

it('a form posted without scripts, and one without sections, has all errors', () => {
  const all = issues.map(({ field }) => field)
  expect(listFields('driver-details', { all_asked: 'yes' })).toEqual(all)
  expect(listFields('shipping', {})).toEqual(all)
})
