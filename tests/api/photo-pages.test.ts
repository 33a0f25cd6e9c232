import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GetServerSidePropsContext } from 'next'
import { describe, expect, it } from 'vitest'
import { type HandoffPageProps, handoffPage } from '@/server/pages/handoff-page'
import { stepPage } from '@/server/pages/step-page'
import { callRoute } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPaidCheckout,
  createPayableCheckout,
  saveCheckout,
} from '../support/customer'
import { operatorKey, refundByCall } from '../support/operator'
import { createPhoto, setCheckout } from '../support/photos'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const linkRoute = '/backend/api/checkout/[token]/photo-link/'
const passRoute = '/backend/api/photo-pass/'

const shop = withShop({ provider: startProvider, variables: { OPERATOR_KEY: operatorKey } })

describe('the photo step of a paid order', () => {
  const photoStep = stepPage('upload-photos', ['photos'])

  it('opens for missing photos', async () => {
    const { token } = await createFreePaidCheckout()
    const { props, redirectTo } = await renderPage(photoStep, {
      token,
      query: { doc: 'signature' },
    })
    expect(redirectTo).toBeUndefined()
    expect(props?.checkout.status).toBe('paid')
  })

  it('leads to the order’s page, which says so, once the whole order is refunded', async () => {
    const { token, order } = await createPaidCheckout()
    await refundByCall(order.id, { amount: 13, request_key: 'a-part-of-it' })
    expect((await renderPage(photoStep, { token })).redirectTo).toBeUndefined()
    await refundByCall(order.id, { request_key: 'the-rest-of-it' })
    const { redirectTo } = await renderPage(photoStep, { token, query: { doc: 'signature' } })
    expect(redirectTo).toBe('/thank-you/?doc=signature')
  })

  it.each([
    // The thank-you page then shows the way to another order.
    ['driver-details', '/thank-you/?from=start'],
    ['shipping', '/thank-you/'],
    ['review', '/thank-you/'],
    ['payment', '/thank-you/'],
  ] as const)(
    'is the only open step: %s redirects to the thank-you page',
    async (step, thankYouPage) => {
      const { token } = await createFreePaidCheckout()
      expect((await renderPage(stepPage(step, []), { token })).redirectTo).toBe(thankYouPage)
    },
  )

  it('shows after how many days photos are deleted', async () => {
    const { token } = await createPayableCheckout()
    const { props } = await renderPage(photoStep, { token })
    expect(props?.settings.photoDays).toEqual(shop.backend.env.photoDays)
  })
})

describe('the hand-off page', () => {
  /** The props of the page for this Cookie header. */
  async function renderHandoffPage(cookie = ''): Promise<HandoffPageProps> {
    const req = new IncomingMessage(new Socket())
    req.method = 'GET'
    req.headers = { host: 'shop.example', cookie }
    const res = new ServerResponse(req)
    const context = { req, res, query: {}, resolvedUrl: '/', params: {} }
    const result = await handoffPage(['photos'])(context as unknown as GetServerSidePropsContext)
    if (!('props' in result)) throw new Error('the page sent the device away')
    return result.props
  }

  /** The pass cookie of a device that opened a hand-off link. */
  async function obtainPassCookie(token: string): Promise<string> {
    const linkReply = await callRoute(linkRoute, { method: 'POST', params: { token }, body: {} })
    const passReply = await callRoute(passRoute, {
      method: 'POST',
      body: { code: linkReply.body.code },
    })
    return String(passReply.headers['set-cookie']).split(';')[0] ?? ''
  }

  it('shows nothing to a device without a pass', async () => {
    expect((await renderHandoffPage()).pass).toBeNull()
    expect((await renderHandoffPage(`photos=${'A'.repeat(43)}`)).pass).toBeNull()
  })

  it('shows only the photos to a device with a pass, in the language of the order', async () => {
    const { token } = await createPayableCheckout()
    await saveCheckout(token, undefined, { language: 'ar' })
    const { id } = await createPhoto(token)
    const props = await renderHandoffPage(await obtainPassCookie(token))
    expect(Object.keys(props.pass ?? {}).sort()).toEqual(['closure', 'expiresAt', 'images'])
    expect(props.pass).toMatchObject({ images: [{ id, type: 'profile' }], closure: null })
    expect(props).toMatchObject({ language: 'ar', dir: 'rtl' })
    expect(JSON.stringify(props)).not.toContain(token)
    expect(props).not.toHaveProperty('checkout')
  })

  it('shows that a completed order takes no photos', async () => {
    const { token } = await createPayableCheckout()
    const pass = await obtainPassCookie(token)
    await setCheckout(shop, token, { status: 'completed' })
    expect((await renderHandoffPage(pass)).pass).toMatchObject({ closure: 'closed' })
  })
})
