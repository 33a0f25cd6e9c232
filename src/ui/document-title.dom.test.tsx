import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Checkbox } from '@/ui/checkbox'
import { DocumentTitle } from '@/ui/document-title'
import { Fieldset } from '@/ui/fieldset'
import { TextField } from '@/ui/text-input'
import { HeadManager } from '../../tests/support/head-manager'

const fields: [string, (error?: string) => React.ReactNode][] = [
  ['a text field', error => <TextField name="family" label="Family name" error={error} />],
  ['a checkbox', error => <Checkbox name="terms" label="I agree" error={error} />],
  [
    'a group',
    error => (
      <Fieldset id="classes" legend="Classes" error={error}>
        <input type="checkbox" />
      </Fieldset>
    ),
  ],
]

it.each(fields)('an invalid %s marks the title until it is corrected', (_, renderField) => {
  const renderPage = (error?: string) => (
    <HeadManager>
      <DocumentTitle title="Payment" titleWithErrors="Error: Payment">
        {renderField(error)}
      </DocumentTitle>
    </HeadManager>
  )
  const { rerender } = render(renderPage())
  expect(document.title).toBe('Payment')
  rerender(renderPage('Enter it'))
  expect(document.title).toBe('Error: Payment')
  rerender(renderPage())
  expect(document.title).toBe('Payment')
})
