import { describe, expect, it } from 'vitest'
import { renderMail } from '@/server/mails/letter'
import { buildRefundMail } from '@/server/mails/refund'
import { buildResumeMail } from '@/server/mails/resume'
import {
  buildMessage,
  mailBackend,
  renderConfirmation,
  renderReminder,
} from '../../../tests/support/mail-fixtures'
import { completeCheckout } from '../../../tests/support/sample-checkout'

/** Matches what a text shows for a missing key or a missing value. */
const placeholderPattern =
  /\{\{|\bundefined\b|\bnull\b|NaN|(?:thank-you|common|mails):|\b[a-z]+\.[a-z]+[A-Z]?\w*\b(?=$|\n)/

it('every mail declares the language of its texts', async () => {
  const mails = [
    await renderConfirmation({ language: 'he' }),
    await renderReminder({ language: 'he', photos: 0 }),
  ]
  for (const mail of mails) {
    expect(mail?.language).toBe('he')
    expect(mail?.html).toContain('<html lang="he" dir="rtl">')
  }
})

it.each([
  ['ar', '\u200f', '، '],
  ['en', '\u200e', ', '],
])(
  'an address in two scripts has the direction of the mail (%s)',
  async (language, mark, comma) => {
    const shipping = { ...completeCheckout.shipping, address: '12، شارع الوصل', city: 'دبي' }
    const { html } = await renderConfirmation({ language, state: { shipping } })
    expect(html).toContain(
      `${mark}\u2068${shipping.address}\u2069${comma}\u2068${shipping.city}\u2069`,
    )
  },
)

describe('a mail uses the punctuation of its language', () => {
  it.each([
    ['fr', 'Numéro de commande\u00a0: 7KQ2M-XW4TD', 'Washington Avenue, Austin'],
    ['ja', '注文番号：7KQ2M-XW4TD', 'Washington Avenue、Austin'],
    ['ar', 'رقم الطلب: 7KQ2M-XW4TD', '\u2068Washington Avenue\u2069، \u2068Austin\u2069'],
  ])(
    'between a label and its value, and between the lines of an address (%s)',
    async (language, number, place) => {
      const shipping = {
        ...completeCheckout.shipping,
        address: 'Washington Avenue',
        city: 'Austin',
      }
      const { text, html } = await renderConfirmation({ language, state: { shipping } })
      expect(text).toContain(number)
      expect(html.replace(/<[^>]+>/g, '')).toContain(number)
      expect(text).toContain(place)
      expect(html).toContain(place)
    },
  )

  it('also in French text that is joined into one line', async () => {
    const { text } = await renderConfirmation({ language: 'fr', photos: 1 })
    expect(text).not.toMatch(/(?<![\u00a0\d]|https):|(?<!\u202f)[!;?](?!\w)/)
  })
})

it.each(['en', 'fr', 'de', 'es', 'ar', 'ja'])(
  'no mail mentions a button, which its text form does not have (%s)',
  async language => {
    const { text, html } = await renderConfirmation({ language, photos: 1 })
    expect(text + html).not.toMatch(/the button|le bouton|die schaltfläche|el botón|الزر|ボタン/i)
  },
)

describe('the reminder of missing photos', () => {
  it.each([
    [3, '1 photo is still missing', 'Add your photo (1 left)'],
    [2, '2 photos are still missing', 'Add your photos (2 left)'],
  ])('with %i photos shows: %s', async (photos, phrase, button) => {
    const mail = await renderReminder({ photos })
    expect(mail?.subject).toBe(`Order 7KQ2M-XW4TD: ${phrase}`)
    expect(mail?.text).toContain(button)
  })

  it.each([
    [3, 'صورة واحدة'],
    [2, 'صورتان'],
    [1, '3 صور'],
    [0, '4 صور'],
  ])('with %i photos shows in Arabic: %s', async (photos, phrase) => {
    const mail = await renderReminder({ photos, language: 'ar' })
    expect(mail?.subject).toBe(`الطلب 7KQ2M-XW4TD: تنقص ${phrase}`)
    expect(mail?.text).toContain(`بقيت خطوة واحدة: ${phrase}`)
  })

  it('is not written when no photo is missing', async () => {
    expect(await renderReminder({ photos: 4 })).toBeUndefined()
  })
})

describe.each(['en', 'fr', 'de', 'es', 'ar', 'ja'])('the mail about a refund (%s)', language => {
  const listDigits = async (dedupeKey: string, refunded: number) => {
    const message = buildMessage({ language, order: { refunded, currency: 'JPY', total: 4_400 } })
    const letter = await buildRefundMail(mailBackend, { ...message, dedupeKey })
    const { subject, text } = renderMail(letter ?? expect.fail('no mail'))
    expect(`${subject}\n${text.replace(/https:\S+/g, '')}`).not.toMatch(placeholderPattern)
    const amounts = `${subject}\n${text.slice(0, text.indexOf('4242'))}`.match(
      /\d[.,\u202f]?\d00\b|\b\d00\b/g,
    )
    return amounts?.map(amount => Number(amount.replace(/\D/g, '')))
  }

  it('has its own amount only, when it is the first', async () => {
    expect(await listDigits('refunded-0-1300', 1_300)).toEqual([1_300, 1_300])
  })

  it('has the sum and the price, too, when it is a further one', async () => {
    const amounts = (await listDigits('refunded-1300-1700', 1_700)) ?? []
    expect(amounts.slice(0, 2)).toEqual([400, 400])
    expect(amounts.slice(2).sort()).toEqual([1_700, 4_400])
  })

  it('has one amount, when it is the whole price at once', async () => {
    expect(await listDigits('refunded-0-4400', 4_400)).toEqual([4_400, 4_400])
  })
})

describe('the resume mail', () => {
  const resumeLink = { token: 'x'.repeat(43), expiresAt: new Date('2026-12-20T10:00:00Z') }

  it.each(['en', 'ar'])('links to the checkout, with the expiry date (%s)', async language => {
    const { subject, text } = renderMail(
      await buildResumeMail(mailBackend, { ...resumeLink, language }),
    )
    expect(text).toContain(`https://shop.example/checkouts/?token=${resumeLink.token}`)
    expect(text).toContain('2026')
    expect(`${subject}\n${text.replace(/https:\S+/g, '')}`).not.toMatch(placeholderPattern)
  })
})

describe.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
])('a mail in %s', (language, dir) => {
  it.each([0, 1, 2, 3, 4])('has no missing text (%i photos)', async photos => {
    const mails = [
      await renderConfirmation({ language, photos }),
      await renderReminder({ language, photos }),
    ]
    for (const mail of mails) {
      if (!mail) continue
      const visibleText = mail.text.replace(/https:\S+|\S+@\S+/g, '')
      expect(visibleText).not.toMatch(placeholderPattern)
      expect(mail.subject).not.toMatch(placeholderPattern)
    }
  })

  it('has the direction of its language and loads nothing', async () => {
    const { html } = await renderConfirmation({ language, photos: 2 })
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`)
    expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(|@import|src=/)
  })

  it('shows customers’ input as text, on its own line', async () => {
    const customer = {
      ...completeCheckout.customer,
      license_first_name: 'Ana\r\n\r\nTotal paid: $0',
      license_last_name: `<img src=x onerror="alert(1)">&'`,
      email: '"><b>ana@example.com',
    }
    const { html, text } = await renderConfirmation({ language, state: { customer } })
    expect(html).not.toMatch(/<img|<b>ana/)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;')
    expect(text).not.toMatch(/^Total paid: \$0/m)
  })
})
