import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { FieldIssue } from '@/domain/input/field-issue'
import { Payment } from '@/features/payment/payment'
import { markupOf, readOut } from '../support/render-html'
import { wholeCheckout } from '../support/sample-checkout'
import { english as say } from '../support/texts'

const terms = { selected: false, error: false }
const urgent = { ...wholeCheckout.urgent, selected: false }
const gift = {
  id: 1,
  name: 'GIFT',
  discount_type: 'percentage' as const,
  amount: 100,
  products: [],
  travel_products: [],
  free_shipping: true,
}

/** The printed three-year plan by DHL, and the same for nothing. */
const dear = { checkout: { state: { ...wholeCheckout, urgent, terms } } }
const free = { checkout: { state: { ...dear.checkout.state, coupon: gift } } }

const sent = (field: string, why: string): { issues: FieldIssue[] } => ({
  issues: [{ field, message: `${field}.${why}` }],
})

const payment = () => createElement(Payment)

/** What is in the page for those without scripts. */
const withoutScripts = (served: object) =>
  /<noscript>(.*?)<\/noscript>/s.exec(markupOf(payment(), served))?.[1] ?? ''

describe('the payment page without scripts', () => {
  it('takes an order that costs nothing, and asks for no scripts', () => {
    expect(markupOf(payment(), free)).toContain('name="expected_total" value="0"')
    expect(withoutScripts(free)).toBe('')
  })

  it('says before and after the button that a card needs them, and how to go on', () => {
    expect(markupOf(payment(), dear)).not.toContain('expected_total')
    expect(withoutScripts(dear)).toContain(say('payment:noscript.title'))
    const after = withoutScripts({ ...dear, ...sent('payment_method', 'scripts') })
    expect(after).toContain(say('payment:noscript.notCharged'))
    for (const html of [withoutScripts(dear), after])
      expect(html).toContain('action="/checkouts/api/mail-link/"')
  })

  it('asks for the terms at their box', () => {
    expect(readOut(payment(), free)).not.toContain(say('payment:issues.terms.missing'))
    // A page that comes back says so at its top, too: scripts that would go to the box are off.
    const html = markupOf(payment(), { ...free, ...sent('terms', 'missing') })
    expect(html).toContain('href="#terms"')
    expect(html).toContain(say('payment:issues.terms.missing'))
  })

  it('says that the order costs something by now', () => {
    const told = readOut(payment(), { ...dear, ...sent('payment_method', 'quote_changed') })
    expect(told).toContain('The price has changed from $0 to $88. Nothing was charged.')
  })
})
