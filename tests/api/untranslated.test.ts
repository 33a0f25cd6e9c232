import { describe, expect, it } from 'vitest'
import { loadMailTexts } from '@/server/mails/mail-texts'
import { stepPage } from '@/server/pages/step-page'
import { startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const driverDetails = stepPage('driver-details', ['driver-details'])
const dismissedCookie = 'dismissed-untranslated-pt'

describe('a language that has no texts yet', () => {
  it('is the order’s from the first visit on, written in English from left to right', async () => {
    const headers = { 'accept-language': 'fa-IR,fa' }
    const { props } = await renderPage(driverDetails, { headers })
    expect(props).toMatchObject({ language: 'fa', textLanguage: 'en', dir: 'ltr' })
    const { state } = await startCheckout({}, { headers })
    expect(state.language).toBe('fa')
  })

  it('is told of once in a browser', async () => {
    const first = await renderPage(driverDetails, { headers: { cookie: 'language=pt' } })
    expect(first.props?.notice).toBe('untranslated')
    const cookie = first.cookies.find(line => line.startsWith(dismissedCookie))
    expect(cookie).toContain(`${dismissedCookie}=1;`)
    const second = await renderPage(driverDetails, {
      headers: { cookie: `language=pt; ${dismissedCookie}=1` },
    })
    expect(second.props?.notice).toBeNull()
  })

  it('is not told of to readers of one that has them', async () => {
    const { props, cookies } = await renderPage(driverDetails, {
      headers: { cookie: 'language=ar' },
    })
    expect(props).toMatchObject({ language: 'ar', textLanguage: 'ar', dir: 'rtl', notice: null })
    expect(cookies.join()).not.toContain('untranslated')
  })

  it('has English mails with its own dates', async () => {
    const { language, dir, t, formatDay } = await loadMailTexts('he')
    expect({ language, dir }).toEqual({ language: 'en', dir: 'ltr' })
    expect(t('resume.subject')).toBe((await loadMailTexts('en')).t('resume.subject'))
    expect(formatDay('2026-11-24')).toMatch(/בנובמבר/)
  })
})
