import { describe, expect, it } from 'vitest'
import { getServerSideProps as finishPage } from '@/pages/finish-payment'
import { getServerSideProps as thankYouPage } from '@/pages/thank-you'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { createPayableCheckout, startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const pages = [
  ['the finish page', finishPage],
  ['the thank-you page', thankYouPage],
] as const

describe('a customer who returns from paying to a browser without the order', () => {
  it.each(pages)('sees on the first step where the order is: %s', async (_, page) => {
    const query = { paypal: 'approved', token: '5O190127TN364715T', PayerID: 'ABC' }
    const { redirectTo } = await renderPage(page, { query: page === finishPage ? query : {} })
    expect(redirectTo).toBe('/v2/driver-details/?session=elsewhere')
    const { props } = await renderPage(driverPage, { query: { session: 'elsewhere' } })
    expect(props?.notice).toBe('elsewhere')
  })

  it('sees nothing if the browser has an order', async () => {
    const { token } = await startCheckout()
    const { props } = await renderPage(driverPage, { token, query: { session: 'elsewhere' } })
    expect(props?.notice).toBeNull()
  })

  it('can open the order by its own link, without the token in the address', async () => {
    const { token } = await createPayableCheckout()
    const { redirectTo, cookies } = await renderPage(finishPage, { query: { token } })
    expect(redirectTo).toBe('/finish-payment/')
    expect(cookies.join()).toContain(token)
  })
})

describe('a link to an order, opened while another one is in progress', () => {
  const openLink = async (currentToken: string | undefined, link: string) => {
    const { redirectTo } = await renderPage(driverPage, {
      ...(currentToken !== undefined && { token: currentToken }),
      query: { token: link },
    })
    return redirectTo
  }

  it('shows that this is a different order', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    expect(await openLink(checkout.token, other.token)).toBe('/v2/driver-details/?link=switched')
    const { props } = await renderPage(driverPage, {
      token: other.token,
      query: { link: 'switched' },
    })
    expect(props?.notice).toBe('other_order')
  })

  it('shows nothing without an order, or for the same order', async () => {
    const { token } = await startCheckout()
    expect(await openLink(undefined, token)).toBe('/v2/driver-details/')
    expect(await openLink(token, token)).toBe('/v2/driver-details/')
  })
})
