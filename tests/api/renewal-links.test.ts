import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { hashOf } from '@/server/infra/tokens'
import { entryPage, stepPage } from '@/server/pages/step-page'
import {
  createPaidCheckout,
  createPayableCheckout,
  driverAnswers,
  parcelAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
  storedDriverAnswers,
} from '../support/customer'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider })

const driverDetails = stepPage('driver-details', ['driver-details'])
const parseToken = (cookies: string[]) => /userToken=([\w-]+)/.exec(cookies.join())?.[1] ?? ''
const parseOffered = (cookies: string[]) => /offeredToken=([\w-]+)/.exec(cookies.join())?.[1] ?? ''
const openRenewalLink = (token: string, currentToken?: string) =>
  renderPage(entryPage, {
    query: { renewal: '1', token },
    ...(currentToken && { token: currentToken }),
  })
const fetchRenewedCheckout = async (token: string) => {
  const { cookies } = await openRenewalLink(token)
  return (await readCheckout(parseToken(cookies))).body
}

describe('a renewal link of a paid order', () => {
  it('creates a new order with the known answers to review, and a notice', async () => {
    const paidCheckout = await createPaidCheckout({ destinations: ['it', 'fr'] })
    const { cookies, redirectTo } = await openRenewalLink(paidCheckout.token)
    expect(redirectTo).toBe('/?renewed=')
    expect(cookies).toContainEqual(expect.stringMatching(/^begun=1; /))
    const token = parseToken(cookies)
    expect(token).not.toBe(paidCheckout.token)
    const response = await renderPage(entryPage, { token, query: { renewed: '' } })
    expect(response.redirectTo).toBe('/v2/driver-details/?renewed=')
    const { props } = await renderPage(driverDetails, { token, query: { renewed: '' } })
    expect(props?.notice).toBe('renewed')
    const { id: _, version: __, ...customer } = { ...storedDriverAnswers, id: null, version: 0 }
    expect(props?.checkout).toMatchObject({
      status: 'processing',
      order: null,
      state: {
        step: 1,
        customer: { ...customer, id: null, email_consent: false },
        shipping: { ...parcelAnswers, id: null },
        destinations: ['it', 'fr'],
      },
    })
  })

  it('copies no payment, coupon, photos or terms', async () => {
    const paidCheckout = await createPaidCheckout({
      urgent: { selected: true },
      coupon: { name: 'take50' },
    })
    const { state, lifetime } = await fetchRenewedCheckout(paidCheckout.token)
    expect(state).toMatchObject({
      orderId: null,
      coupon: { name: 'FROMIDAWITHLOVE' },
      approval_documents: { add_later: false, images: [] },
      terms: { selected: false },
      upsellOffers: [],
      isLifetimePaid: false,
      acknowledgements: [],
    })
    expect(lifetime).toBeUndefined()
  })

  it('does not change the old order', async () => {
    const paidCheckout = await createPaidCheckout()
    const before = (await readCheckout(paidCheckout.token)).body
    const { token, version } = await fetchRenewedCheckout(paidCheckout.token)
    await saveCheckout(token, version, { customer: { license_first_name: 'Eva' } })
    expect((await readCheckout(paidCheckout.token)).body).toEqual(before)
  })

  it('works for a completed order', async () => {
    const { token } = await createPaidCheckout()
    const { db } = shop.backend
    await db
      .update(checkouts)
      .set({ status: 'completed' })
      .where(eq(checkouts.tokenHash, hashOf(token)))
    expect((await fetchRenewedCheckout(token)).state.customer.email).toBe(driverAnswers.email)
  })

  it('opened again continues with the order it created', async () => {
    const { token: paidToken } = await createPaidCheckout()
    const token = parseToken((await openRenewalLink(paidToken)).cookies)
    const { version } = (await readCheckout(token)).body
    await saveCheckout(token, version, { destinations: ['es'] })
    const { cookies } = await openRenewalLink(paidToken, token)
    expect(parseToken(cookies)).toBe(token)
    expect(cookies.join()).not.toContain('begun')
  })

  it('does not touch another customer’s order in this browser', async () => {
    const { token: paidToken } = await createPaidCheckout()
    const other = await startCheckout({ customer: { email: 'eva@example.com' } })
    const token = parseToken((await openRenewalLink(paidToken, other.token)).cookies)
    expect([paidToken, other.token]).not.toContain(token)
    expect((await readCheckout(other.token)).body.version).toBe(other.version)
  })

  it('applies its other parameters to the new order', async () => {
    const { token: paidToken } = await createPaidCheckout()
    const query = {
      renewal: '1',
      token: paidToken,
      coupon: 'take50',
      gclid: 'a',
      utm_source: 'mail',
    }
    const { cookies, redirectTo } = await renderPage(driverDetails, { query })
    expect(redirectTo).toBe('/v2/driver-details/?coupon=take50&gclid=a&utm_source=mail&renewed=')
    const token = parseToken(cookies)
    const remainingQuery = Object.fromEntries(new URLSearchParams(redirectTo?.split('?')[1]))
    const { redirectTo: lastRedirect } = await renderPage(driverDetails, {
      token,
      query: remainingQuery,
    })
    expect(lastRedirect).toBe('/v2/driver-details/?utm_source=mail&renewed=')
    expect((await readCheckout(token)).body.state).toMatchObject({
      coupon: { name: 'take50' },
      gclid: 'a',
    })
  })
})

describe('a renewal link that does not apply', () => {
  it('offers an order that is still in progress', async () => {
    const { token } = await createPayableCheckout()
    const { cookies, redirectTo } = await openRenewalLink(token)
    expect([parseOffered(cookies), redirectTo]).toEqual([token, '/open-order/?to=%2F'])
  })

  it('offers the paid order if the parameter is not set', async () => {
    const { token } = await createPaidCheckout()
    for (const renewal of ['0', 'false', '']) {
      const { cookies } = await renderPage(entryPage, { query: { renewal, token } })
      expect(parseOffered(cookies)).toBe(token)
    }
  })

  it.each([
    ['is unknown', 'x'.repeat(43)],
    ['is an order id', 'ABCDE-FGHJK'],
    ['is a number', '1'],
  ])('shows that it has expired if its token %s', async (_, token) => {
    const { cookies, redirectTo } = await openRenewalLink(token)
    expect([cookies, redirectTo]).toEqual([[], '/?link=expired'])
  })

  it('shows that it has expired if the checkout has expired', async () => {
    const { token } = await createPaidCheckout()
    shop.advanceClock(31 * 86_400_000)
    expect((await openRenewalLink(token)).redirectTo).toBe('/?link=expired')
  })

  it('shows nothing without a token', async () => {
    expect((await renderPage(entryPage, { query: { renewal: '1' } })).redirectTo).toMatch(
      /^\/v2\/driver-details\//,
    )
    const { props } = await renderPage(driverDetails, { query: { renewal: '1', token: '' } })
    expect(props).toBeUndefined()
    const { token } = await startCheckout()
    const { redirectTo } = await renderPage(driverDetails, { token, query: { renewal: '1' } })
    expect(redirectTo).toBe('/v2/driver-details/')
    // The parameter alone proves nothing, so there is no notice.
    expect((await renderPage(driverDetails, { query: { renewed: '' } })).props?.notice).toBeNull()
  })
})
