import { describe, expect, it } from 'vitest'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as photosPage } from '@/pages/v2/upload-photos'
import { callRoute } from '../support/call-route'
import { createPayableCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { createTranslate } from '../support/texts'
import { withShop } from '../support/with-shop'

const preferencesRoute = '/api/preferences/'

const shop = withShop()

const foreignOrigin = { origin: 'https://elsewhere.example' }
const jsonHeaders = { 'content-type': 'application/json' }
const files = { 'content-type': 'multipart/form-data; boundary=x' }
const languages = ['en', 'ar', 'de', 'es', 'fr', 'ja']

describe.each(languages)('a refused form shows the reason in %s', language => {
  const translate = createTranslate(language)
  const languageHeaders = { 'accept-language': language }

  it.each([
    ['from another site', 403, 'origin', foreignOrigin, {}],
    ['with another content type', 415, 'media_type', jsonHeaders, {}],
    ['over the size limit', 413, 'too_large', {}, { license_first_name: 'x'.repeat(70_000) }],
  ])('%s', async (_, status, reason, headers, form) => {
    const before = await shop.readRows()
    const response = await renderPage(driverPage, {
      form: { email: 'ana@example.com', ...form },
      headers: { ...languageHeaders, ...headers },
    })
    expect([response.status, response.redirectTo, response.cookies]).toEqual([
      status,
      undefined,
      [],
    ])
    expect(response.header('content-type')).toBe('text/html; charset=utf-8')
    expect(response.text).toContain(
      `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    )
    expect(response.text).toContain(translate(`refused:${reason}`))
    expect(response.text).toContain(translate('refused:unsaved'))
    expect(response.text).toContain('href="/checkouts/"')
    expect(await shop.readRows()).toEqual(before)
  })

  it('on a route without a page', async () => {
    const { status, text } = await callRoute(preferencesRoute, {
      method: 'POST',
      rawBody: 'currency=EUR',
      headers: {
        ...languageHeaders,
        ...foreignOrigin,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(status).toBe(403)
    expect(text).toContain(translate('refused:origin'))
  })
})

it('the chosen language overrides the browser’s', async () => {
  const { token } = await createPayableCheckout()
  const cookie = `userToken=${token}; language=ja`
  const { text } = await renderPage(driverPage, { form: {}, headers: { cookie, ...foreignOrigin } })
  expect(text).toContain(createTranslate('ja')('refused:origin'))
})

it('photos from another site create no order', async () => {
  const before = await shop.readRows()
  const response = await renderPage(photosPage, {
    form: {},
    headers: { ...files, ...foreignOrigin },
  })
  expect(await shop.readRows()).toEqual(before)
  expect(response.cookies.filter(cookie => cookie.startsWith('userToken'))).toEqual([])
})

it('photos from another site are refused for an existing order', async () => {
  const { token } = await createPayableCheckout()
  const response = await renderPage(photosPage, {
    token,
    form: {},
    headers: { ...files, ...foreignOrigin },
  })
  expect(response.status).toBe(403)
})
