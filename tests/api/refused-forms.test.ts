import { describe, expect, it } from 'vitest'
import * as preferencesRoute from '@/pages/api/preferences'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as photosPage } from '@/pages/v2/upload-photos'
import { callRoute } from '../support/call-route'
import { payableCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { sayIn } from '../support/texts'
import { withShop } from '../support/with-shop'

const shop = withShop()

const elsewhere = { origin: 'https://elsewhere.example' }
const json = { 'content-type': 'application/json' }
const files = { 'content-type': 'multipart/form-data; boundary=x' }
const languages = ['en', 'ar', 'de', 'es', 'fr', 'ja']

describe.each(languages)('a form that is refused says why, to who reads %s', language => {
  const say = sayIn(language)
  const inLanguage = { 'accept-language': language }

  it.each([
    ['from another site', 403, 'origin', elsewhere, {}],
    ['in another shape', 415, 'media_type', json, {}],
    ['without end', 413, 'too_large', {}, { license_first_name: 'x'.repeat(70_000) }],
  ])('%s', async (_, status, why, headers, form) => {
    const before = await shop.rows()
    const seen = await renderPage(driverPage, {
      form: { email: 'ana@example.com', ...form },
      headers: { ...inLanguage, ...headers },
    })
    expect([seen.status, seen.sentTo, seen.cookies]).toEqual([status, undefined, []])
    expect(seen.header('content-type')).toBe('text/html; charset=utf-8')
    expect(seen.text).toContain(
      `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    )
    expect(seen.text).toContain(say(`refused:${why}`))
    expect(seen.text).toContain(say('refused:unsaved'))
    expect(seen.text).toContain('href="/checkouts/"')
    expect(await shop.rows()).toEqual(before)
  })

  it('where it stands by itself, too', async () => {
    const { status, text } = await callRoute(preferencesRoute, {
      method: 'POST',
      rawBody: 'currency=EUR',
      headers: { ...inLanguage, ...elsewhere, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(403)
    expect(text).toContain(say('refused:origin'))
  })
})

it('the language that was chosen comes before the browser’s', async () => {
  const { token } = await payableCheckout()
  const cookie = `userToken=${token}; language=ja`
  const { text } = await renderPage(driverPage, { form: {}, headers: { cookie, ...elsewhere } })
  expect(text).toContain(sayIn('ja')('refused:origin'))
})

it('photos from another site begin no order', async () => {
  const before = await shop.rows()
  const seen = await renderPage(photosPage, { form: {}, headers: { ...files, ...elsewhere } })
  expect(await shop.rows()).toEqual(before)
  expect(seen.cookies.filter(cookie => cookie.startsWith('userToken'))).toEqual([])
})

it('photos from another site are refused where there is an order', async () => {
  const { token } = await payableCheckout()
  const seen = await renderPage(photosPage, {
    token,
    form: {},
    headers: { ...files, ...elsewhere },
  })
  expect(seen.status).toBe(403)
})
