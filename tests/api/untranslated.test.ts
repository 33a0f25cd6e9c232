import { describe, expect, it } from 'vitest'
import { loadMailTexts } from '@/server/mails/mail-texts'
import { stepPage } from '@/server/pages/step-page'
import { startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const driverDetails = stepPage('driver-details', ['driver-details'])
const dismissedCookie = 'dismissed-untranslated-pt'

describe('a language without texts', () => {
  it('is stored from the first visit on, with English texts from left to right', async () => {
    const headers = { 'accept-language': 'fa-IR,fa' }
    const { props } = await renderPage(driverDetails, { headers })
    expect(props).toMatchObject({ language: 'fa', textLanguage: 'en', dir: 'ltr' })
    const { state } = await startCheckout({}, { headers })
    expect(state.language).toBe('fa')
  })

  it('shows one notice per browser', async () => {
    const first = await renderPage(driverDetails, { headers: { cookie: 'language=pt' } })
    expect(first.props?.notice).toBe('untranslated')
    const cookie = first.cookies.find(line => line.startsWith(dismissedCookie))
    expect(cookie).toContain(`${dismissedCookie}=1;`)
    const second = await renderPage(driverDetails, {
      headers: { cookie: `language=pt; ${dismissedCookie}=1` },
    })
    expect(second.props?.notice).toBeNull()
  })

  it('shows no notice in a translated language', async () => {
    const { props, cookies } = await renderPage(driverDetails, {
      headers: { cookie: 'language=ar' },
    })
    expect(props).toMatchObject({ language: 'ar', textLanguage: 'ar', dir: 'rtl', notice: null })
    expect(cookies.join()).not.toContain('untranslated')
  })

  it('has English mails with localized dates', async () => {
    const { language, dir, t, formatDay } = await loadMailTexts('he')
    expect({ language, dir }).toEqual({ language: 'en', dir: 'ltr' })
    expect(t('resume.subject')).toBe((await loadMailTexts('en')).t('resume.subject'))
    expect(formatDay('2026-11-24')).toMatch(/בנובמבר/)
  })
})
