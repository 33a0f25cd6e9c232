import { describe, expect, it } from 'vitest'
import { getServerSideProps as finishPage } from '@/pages/finish-payment'
import { getServerSideProps as thankYouPage } from '@/pages/thank-you'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { createPayableCheckout, startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const pages = [
  ['the page that waits for the bank', finishPage],
  ['the page after the payment', thankYouPage],
] as const

describe('who comes back from paying in a browser that has no order', () => {
  it.each(pages)('is told on the first step where it is: %s', async (_, page) => {
    const query = { paypal: 'approved', token: '5O190127TN364715T', PayerID: 'ABC' }
    const { redirectTo } = await renderPage(page, { query: page === finishPage ? query : {} })
    expect(redirectTo).toBe('/v2/driver-details/?session=elsewhere')
    const { props } = await renderPage(driverPage, { query: { session: 'elsewhere' } })
    expect(props?.notice).toBe('elsewhere')
  })

  it('is told nothing where there is an order', async () => {
    const { token } = await startCheckout()
    const { props } = await renderPage(driverPage, { token, query: { session: 'elsewhere' } })
    expect(props?.notice).toBeNull()
  })

  it('opens the order by its own link, without the token in the address', async () => {
    const { token } = await createPayableCheckout()
    const { redirectTo, cookies } = await renderPage(finishPage, { query: { token } })
    expect(redirectTo).toBe('/finish-payment/')
    expect(cookies.join()).toContain(token)
  })
})

describe('a link that opens an order where another one is under way', () => {
  const opened = async (own: string | undefined, link: string) => {
    const { redirectTo } = await renderPage(driverPage, {
      ...(own !== undefined && { token: own }),
      query: { token: link },
    })
    return redirectTo
  }

  it('says that this is another one', async () => {
    const [own, other] = [await startCheckout(), await startCheckout()]
    expect(await opened(own.token, other.token)).toBe('/v2/driver-details/?link=switched')
    const { props } = await renderPage(driverPage, {
      token: other.token,
      query: { link: 'switched' },
    })
    expect(props?.notice).toBe('other_order')
  })

  it('says nothing to who has none, or opens their own', async () => {
    const { token } = await startCheckout()
    expect(await opened(undefined, token)).toBe('/v2/driver-details/')
    expect(await opened(token, token)).toBe('/v2/driver-details/')
  })
})
