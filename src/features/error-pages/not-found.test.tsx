import { describe, expect, it } from 'vitest'
import { NotFoundPage } from '@/features/error-pages/not-found'
import { renderMarkup, renderText } from '../../../tests/support/render-html'
import { translateEnglish as translate } from '../../../tests/support/texts'

const withoutOrder = { checkout: { token: '' } }

describe('the page for an unknown address', () => {
  it('leads to the order, or starts a new one', () => {
    const text = renderText(<NotFoundPage />)
    expect(text).toContain(translate('not-found:whyOrder'))
    expect(text).toContain(translate('not-found:order'))
    expect(text).toContain(translate('not-found:restartWhy'))
    expect(renderMarkup(<NotFoundPage />)).toContain('href="/checkouts/"')
  })

  it('mentions no order to a visitor without one', () => {
    const text = renderText(<NotFoundPage />, withoutOrder)
    expect(text).toContain(`${translate('not-found:why')} ${translate('not-found:restart')}`)
    expect(text).not.toContain(translate('not-found:order'))
    expect(renderMarkup(<NotFoundPage />, withoutOrder)).not.toContain('<form')
  })

  it.each([
    ['with an order', {}],
    ['without an order', withoutOrder],
  ])('passes the coupon of its address on: %s', (_, page) => {
    const markup = renderMarkup(<NotFoundPage />, { ...page, launch: { coupon: 'take50' } })
    expect(markup).toContain('href="/checkouts/?coupon=take50"')
    expect(markup.includes('name="coupon" value="take50"')).toBe(page !== withoutOrder)
  })
})
