import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { FieldIssue } from '@/domain/input/field-issue'
import { Payment } from '@/features/payment/payment'
import { renderMarkup, renderText } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'
import { buildServedPage } from '../support/served-page'
import { translateEnglish as translate } from '../support/texts'

const terms = { selected: false, error: false }
const urgent = { ...completeCheckout.urgent, selected: false }
const gift = {
  id: 1,
  name: 'GIFT',
  discount_type: 'percentage' as const,
  amount: 100,
  products: [],
  travel_products: [],
  free_shipping: true,
}

/** The printed three-year plan by DHL, and the same order free of charge. */
const paidOrder = { checkout: { state: { ...completeCheckout, urgent, terms } } }
const freeOrder = { checkout: { state: { ...paidOrder.checkout.state, coupon: gift } } }

const buildIssues = (field: string, reason: string): { issues: FieldIssue[] } => ({
  issues: [{ field, message: `${field}.${reason}` }],
})

const createPayment = () => createElement(Payment)

/** The content of the page's noscript element. */
const renderWithoutScripts = (pageProps: object) =>
  /<noscript>(.*?)<\/noscript>/s.exec(renderMarkup(createPayment(), pageProps))?.[1] ?? ''

describe('the name on the statement', () => {
  const renderWith = (statementDescriptor: string | null, order = paidOrder) => {
    const { settings } = buildServedPage()
    return renderText(createPayment(), { ...order, settings: { ...settings, statementDescriptor } })
  }
  const sentence = translate('payment:statement', { name: 'MY PERMITS' })

  it('is shown when the shop has one and something is charged', () => {
    expect(renderWith('MY PERMITS')).toContain(sentence)
    expect(renderWith('MY PERMITS', freeOrder)).not.toContain(sentence)
  })

  it('is not mentioned otherwise', () => {
    expect(renderWith(null)).toContain(translate('payment:trust'))
    expect(renderWith(null)).not.toMatch(/statement/i)
  })
})

describe('the payment page without scripts', () => {
  it('offers an order that costs nothing without asking for scripts', () => {
    expect(renderMarkup(createPayment(), freeOrder)).toContain('name="expected_total" value="0"')
    expect(renderWithoutScripts(freeOrder)).toBe('')
  })

  it('explains before and after the submit that a card needs scripts, and what to do', () => {
    expect(renderMarkup(createPayment(), paidOrder)).not.toContain('expected_total')
    expect(renderWithoutScripts(paidOrder)).toContain(translate('payment:noscript.title'))
    const submittedHtml = renderWithoutScripts({
      ...paidOrder,
      ...buildIssues('payment_method', 'scripts'),
    })
    expect(submittedHtml).toContain(translate('payment:noscript.notCharged'))
    for (const html of [renderWithoutScripts(paidOrder), submittedHtml])
      expect(html).toContain('action="/checkouts/api/mail-link/"')
  })

  it('shows a missing agreement next to its checkbox', () => {
    expect(renderText(createPayment(), freeOrder)).not.toContain(
      translate('payment:issues.terms.missing'),
    )
    // Also in the summary at the top: without scripts the focus cannot move to the checkbox.
    const html = renderMarkup(createPayment(), { ...freeOrder, ...buildIssues('terms', 'missing') })
    expect(html).toContain('href="#terms"')
    expect(html).toContain(translate('payment:issues.terms.missing'))
  })

  it('shows that the order now costs something', () => {
    const text = renderText(createPayment(), {
      ...paidOrder,
      ...buildIssues('payment_method', 'quote_changed'),
    })
    expect(text).toContain('The price has changed from $0 to $88. You weren’t charged.')
  })
})
