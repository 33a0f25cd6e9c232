import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice-card'
import { ErrorSummary } from '@/ui/error-summary'
import { Price } from '@/ui/price'
import { ProgressBar, StepBar } from '@/ui/step-bar'
import { Stepper } from '@/ui/stepper'
import { StickyBar } from '@/ui/sticky-bar'

const html = renderToStaticMarkup

it('the step bar links to an open step that is not complete, without a tick', () => {
  const bar = (state: 'done' | 'open') =>
    html(<StepBar label="Steps" items={[{ label: 'Photos', href: '/photos/', state }]} />)
  for (const state of ['done', 'open'] as const)
    expect(bar(state)).toMatch(/<a[^>]*href="\/checkouts\/photos\/"/)
  expect(bar('done')).toContain('<svg')
  expect(bar('open')).not.toContain('<svg')
})

it('the step bar links to completed steps and to no later ones', () => {
  const bar = html(
    <StepBar
      label="Steps"
      items={[
        { label: 'Details', href: '/details/', state: 'done' },
        { label: 'Photos', href: '/photos/', state: 'current' },
        { label: 'Plan', href: '/plan/', state: 'later' },
      ]}
    />,
  )
  expect(bar).toMatch(/<a[^>]*href="\/checkouts\/details\/"/)
  expect(bar).toContain('<span aria-current="step">Photos</span>')
  expect(bar).toContain('<span aria-disabled="true">Plan</span>')
  expect(bar.match(/<a /g)).toHaveLength(1)
  expect(bar).toContain('<ol')
})

it('the phone bar fills one part per reached step', () => {
  const bar = html(
    <ProgressBar label="Progress" current={2} total={5}>
      Step 2 of 5: <b>Photos</b>
    </ProgressBar>,
  )
  expect(bar.match(/bg-accent/g)).toHaveLength(2)
  expect(bar.match(/bg-track/g)).toHaveLength(3)
})

it('the phone button submits the form that it is outside of', () => {
  const bar = html(
    <StickyBar label="Total" form="driver">
      Continue
    </StickyBar>,
  )
  expect(bar).toMatch(/<button type="submit"[^>]*form="driver"/)
})

it('a struck price is announced by words, not only by the line', () => {
  const price = html(
    <Price amount="$69" amountLabel="Now" originalAmount="$147" originalLabel="Instead of" />,
  )
  expect(price).toMatch(/Now <\/span><bdi>\$69<\/bdi>/)
  expect(price).toMatch(/<s [^>]*><span class="sr-only">Instead of <\/span><bdi>\$147<\/bdi><\/s>/)
})

it('a price without a comparison is plain', () => {
  const price = html(<Price amount="$49" amountLabel="Now" originalLabel="Instead of" />)
  expect(price).not.toContain('Now')
  expect(price).not.toContain('<s ')
})

it('a choice is a native input in its label, checked before hydration', () => {
  const card = html(
    <ChoiceCard name="plan" value="42" title="3 years" price="$69" defaultChecked />,
  )
  expect(card).toMatch(/<label[^>]*><input[^>]*type="radio"/)
  expect(card).toContain('checked=""')
})

it('a busy button exposes it and keeps the focus', () => {
  const button = html(<Button busy>Paying…</Button>)
  expect(button).toContain('aria-busy="true"')
  expect(button).not.toContain(' disabled=""')
})

it('the error summary links to each field with the field’s error text', () => {
  const summary = html(
    <ErrorSummary
      title="There is a problem"
      errors={[{ fieldId: 'family', text: 'Enter your family name' }]}
    />,
  )
  expect(summary).toContain('role="alert"')
  expect(summary).toMatch(/<a href="#family"[^>]*>Enter your family name<\/a>/)
})

it.each([
  [0, 'One less'],
  [10, 'One more'],
])('the stepper at %i is at its limit', (value, label) => {
  const stepper = html(
    <Stepper
      label="Phone holder"
      value={value}
      max={10}
      decreaseLabel="One less"
      increaseLabel="One more"
      onStep={() => undefined}
    />,
  )
  expect(stepper.match(/aria-disabled=/g)).toHaveLength(1)
  expect(stepper).toMatch(new RegExp(`aria-label="${label}" aria-disabled="true"`))
})
