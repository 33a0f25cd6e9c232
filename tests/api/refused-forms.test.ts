import { describe, expect, it } from 'vitest'
import * as preferencesRoute from '@/pages/api/preferences'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as photosPage } from '@/pages/v2/upload-photos'
import { callRoute } from '../support/call-route'
import { createPayableCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { createTranslate } from '../support/texts'
import { withShop } from '../support/with-shop'

const shop = withShop()

const foreignOrigin = { origin: 'https://elsewhere.example' }
const json = { 'content-type': 'application/json' }
const files = { 'content-type': 'multipart/form-data; boundary=x' }
const languages = ['en', 'ar', 'de', 'es', 'fr', 'ja']

describe.each(languages)('a refused form shows the reason in %s', language => {
  const translate = createTranslate(language)
  const inLanguage = { 'accept-language': language }

  it.each([
    ['from another site', 403, 'origin', foreignOrigin, {}],
    ['with another content type', 415, 'media_type', json, {}],
    ['over the size limit', 413, 'too_large', {}, { license_first_name: 'x'.repeat(70_000) }],
  ])('%s', async (_, status, why, headers, form) => {
    const before = await shop.readRows()
    const seen = await renderPage(driverPage, {
      form: { email: 'ana@example.com', ...form },
      headers: { ...inLanguage, ...headers },
    })
    expect([seen.status, seen.redirectTo, seen.cookies]).toEqual([status, undefined, []])
    expect(seen.header('content-type')).toBe('text/html; charset=utf-8')
    expect(seen.text).toContain(
      `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    )
    expect(seen.text).toContain(translate(`refused:${why}`))
    expect(seen.text).toContain(translate('refused:unsaved'))
    expect(seen.text).toContain('href="/checkouts/"')
    expect(await shop.readRows()).toEqual(before)
  })

  it('on a route without a page', async () => {
    const { status, text } = await callRoute(preferencesRoute, {
      method: 'POST',
      rawBody: 'currency=EUR',
      headers: {
        ...inLanguage,
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
  const seen = await renderPage(photosPage, { form: {}, headers: { ...files, ...foreignOrigin } })
  expect(await shop.readRows()).toEqual(before)
  expect(seen.cookies.filter(cookie => cookie.startsWith('userToken'))).toEqual([])
})

it('photos from another site are refused for an existing order', async () => {
  const { token } = await createPayableCheckout()
  const seen = await renderPage(photosPage, {
    token,
    form: {},
    headers: { ...files, ...foreignOrigin },
  })
  expect(seen.status).toBe(403)
})
