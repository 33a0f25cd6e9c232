import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Checkbox } from '@/ui/checkbox'
import { DateFields } from '@/ui/date-fields'
import { RadioGroup } from '@/ui/radio-group'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

const html = renderToStaticMarkup

const INVALID_FIELD = (
  <TextField name="family" label="Family name" hint="As on your licence" error="Enter it" />
)

describe('a text field', () => {
  it('is found by its label', () => {
    expect(html(INVALID_FIELD)).toMatch(/<label for="family"[^>]*>Family name<\/label>/)
    expect(html(INVALID_FIELD)).toMatch(/<input[^>]*id="family"/)
  })

  it('announces its hint and its error', () => {
    expect(html(INVALID_FIELD)).toContain('aria-describedby="family-hint family-error"')
    expect(html(INVALID_FIELD)).toContain('aria-invalid="true"')
    expect(html(INVALID_FIELD)).toMatch(/id="family-error"[^>]*>Enter it</)
  })

  it('shows the error between label and control', () => {
    const positions = ['Family name', 'As on your licence', 'Enter it', '<input'].map(text =>
      html(INVALID_FIELD).indexOf(text),
    )
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(positions).not.toContain(-1)
  })

  it('has no error attributes while it is valid', () => {
    const validField = html(<TextField name="given" label="Given names" />)
    expect(validField).not.toContain('aria-invalid=')
    expect(validField).not.toContain('aria-describedby')
  })

  it.each([
    ['required', undefined, true],
    ['optional', '(optional)', false],
  ])('exposes whether it is %s', (_, optionalLabel, isRequired) => {
    const field = html(<TextField name="a" label="Flat" optionalLabel={optionalLabel} />)
    expect(field.includes('aria-required="true"')).toBe(isRequired)
    expect(field.includes('(optional)')).toBe(!isRequired)
    expect(field).not.toContain(' required=""')
  })

  it('is left to right for an email in every language', () => {
    expect(html(<TextField name="email" label="Email" ltr />)).toContain('dir="ltr"')
  })
})

it('a select field links its error to the control', () => {
  const field = html(
    <SelectField name="state" label="State" error="Choose a state">
      <option value="ak">Alaska</option>
    </SelectField>,
  )
  expect(field).toMatch(/<select[^>]*aria-describedby="state-error"/)
})

it('a date marks only the invalid part', () => {
  const date = html(
    <DateFields
      id="dob"
      legend="Date of birth"
      error="Date of birth must include a month"
      parts={[
        { name: 'day', label: 'Day' },
        { name: 'month', label: 'Month', isInvalid: true },
        { name: 'year', label: 'Year', digits: 4 },
      ]}
    />,
  )
  expect(date.match(/aria-invalid=/g)).toHaveLength(1)
  expect(date).toMatch(/<input[^>]*id="month"[^>]*aria-invalid="true"/)
  expect(date).toMatch(/<fieldset[^>]*aria-describedby="dob-error"/)
})

it('a radio group without an answer is invalid as a whole, and is checked before hydration', () => {
  const group = html(
    <RadioGroup
      name="eyes"
      legend="Eye colour"
      error="Choose your eye colour"
      defaultValue="green"
      options={[
        { value: 'brown', label: 'Brown' },
        { value: 'green', label: 'Green' },
      ]}
    />,
  )
  expect(group).toMatch(/<fieldset[^>]*role="radiogroup"[^>]*aria-invalid="true"/)
  expect(group).toMatch(/checked=""[^>]*value="green"|value="green"[^>]*checked=""/)
  expect(group.indexOf('Choose your eye colour')).toBeLessThan(group.indexOf('<input'))
})

it('a checkbox shows its error as text before the box', () => {
  const box = html(<Checkbox name="terms" label="I agree" error="Agree to continue" />)
  expect(box).toContain('aria-describedby="terms-error"')
  expect(box.indexOf('Agree to continue')).toBeLessThan(box.indexOf('<input'))
})
