import { describe, expect, it } from 'vitest'
import { documentTypes } from '@/domain/checkout'
import { products, wholeCheckout } from '@/domain/samples'
import type { Backend } from '@/server/backend'
import { addPhotosMail } from '@/server/mails/add-photos'
import { confirmationMail } from '@/server/mails/confirmation'
import { mailOf } from '@/server/mails/letter'
import { resumeMail } from '@/server/mails/resume'
import type { Message } from '@/server/outbox/messages'

const paidAt = new Date('2026-11-20T23:30:00Z')

/** As much of the shop as letters ask for. */
const backend = {
  env: { appUrl: 'https://shop.example', siteUrl: undefined, payments: 'live' },
  now: () => new Date('2026-11-21T08:00:00Z'),
  catalog: async () => ({
    shippingMethods: () => [
      { code: 'dhl', name: 'DHL Express', price: 19, min_delivery: 2, max_delivery: 4 },
    ],
  }),
  db: { insert: () => ({ values: async () => undefined }) },
} as unknown as Backend

const travelItemsData = [
  { item_id: 1, name: 'Travel wallet', price: 19, is_active: true, code: 'wallet' },
] as unknown as Message['state']['travelItemsData']

const given = (count: number) =>
  documentTypes.slice(0, count).map(type => ({ id: type, type, revision: 1, needs_review: false }))

interface Case {
  paidWith?: string
  language?: string
  photos?: number
  order?: Partial<Message['order']>
  state?: Partial<Message['state']>
}

function messageOf({
  language = 'en',
  photos = 4,
  paidWith = 'visa 4242',
  order,
  state,
}: Case = {}): Message {
  return {
    id: '7KQ2M-XW4TD.confirmation-mail',
    checkoutId: 'checkout-1',
    language,
    paidWith,
    forOrder: null,
    plan: products.find(({ id }) => id === 42),
    state: {
      ...wholeCheckout,
      travelItemsData,
      confirmation_payment_method: 'visa 4242',
      approval_documents: { add_later: true, images: given(photos) },
      ...state,
    },
    order: {
      id: '7KQ2M-XW4TD',
      checkoutId: 'checkout-1',
      kind: 'plan',
      status: 'paid',
      currency: 'USD',
      total: 13_150,
      emailHash: null,
      refunded: 0,
      dispute: null,
      partnerTokenId: null,
      createdAt: paidAt,
      paidAt,
      charged: {
        currency: 'USD',
        plan: 6_900,
        urgent: 2_500,
        shipping: 1_900,
        travel: 3_800,
        discount: 1_950,
        tax: 0,
        total: 13_150,
        planId: 42,
        coupon: 'TAKE',
        travelItems: [{ item_id: 1, quantity: 2, total: 3_800 }],
      },
      ...order,
    },
  }
}

const confirmation = async (about?: Case) =>
  mailOf(await confirmationMail(backend, messageOf(about)))
const reminder = async (about?: Case) => {
  const letter = await addPhotosMail(backend, messageOf(about))
  return letter && mailOf(letter)
}

/** What a text shows that has no words for a key, or no value for a place. */
const unwritten =
  /\{\{|\bundefined\b|\bnull\b|NaN|(?:thank-you|common|mails):|\b[a-z]+\.[a-z]+[A-Z]?\w*\b(?=$|\n)/

it('every mail says which language its words are in: English, where the reader’s has none yet', async () => {
  const mails = [
    await confirmation({ language: 'he' }),
    await reminder({ language: 'he', photos: 0 }),
  ]
  for (const mail of mails) {
    expect(mail?.language).toBe('en')
    expect(mail?.html).toContain('<html lang="en" dir="ltr">')
  }
})

describe('the confirmation', () => {
  it('says what was paid and how, and the receipt line by line', async () => {
    const { subject, text } = await confirmation()
    expect(subject).toBe('Order 7KQ2M-XW4TD: your payment has arrived')
    expect(text).toContain('Paid $131.50 with Visa ending in 4242')
    expect(text).toContain(
      [
        '3-year permit, printed + digital: $69',
        'Urgent processing: $25',
        'Delivery: $19',
        'Travel wallet (quantity: 2): $38',
        'Discount code TAKE: −$19.50',
      ].join('\n'),
    )
    expect(text).toContain('Total paid (USD): $131.50')
    expect(text).not.toContain('Tax:')
    expect(text).toContain('Shows as IDP CHECKOUT on your statement.')
  })

  it('says where a printed permit is sent, and nothing of it for a digital one', async () => {
    const { text } = await confirmation()
    expect(text).toContain(
      'Delivery to: Ana Silva, 12 Congress Avenue, Austin, TX 78701, United States',
    )
    const digital = await confirmation({ state: { category: 'digital' } })
    expect(digital.text).not.toContain('Delivery to')
  })

  it.each([
    ['google pay', 'Google Pay'],
    ['apple pay', 'Apple Pay'],
    ['paypal', 'PayPal'],
  ])('calls %s by its name', async (paidWith, name) => {
    const { text } = await confirmation({ paidWith })
    expect(text).toContain(`Paid $131.50 with ${name}`)
    expect(text).toContain(`Paid with: ${name}`)
  })

  it('names the days of arrival, counted from the payment, and without photos from today', async () => {
    const { text } = await confirmation()
    expect(text).toContain('With DHL Express: Wed, Nov 25 – Fri, Nov 27.')
    const later = await confirmation({ photos: 2 })
    expect(later.text).toContain(
      'With DHL Express: Wed, Nov 25 – Fri, Nov 27, if your photos are here on November 21, 2026.',
    )
  })

  it('names where the permit is collected', async () => {
    const point = { id: 'p1', name: 'Bikes Ubud', address: '1 Main Road\nUbud' }
    const shop = {
      ...backend,
      catalog: async () => ({ ...(await backend.catalog()), pickupPoints: () => [point] }),
    } as unknown as Backend
    const shipping = { ...wholeCheckout.shipping, pickup_point: 'p1' }
    const state = { shipping, deliveryMethod: 'pickupPoints' as const, partner: 'Bikes' }
    const { text } = mailOf(await confirmationMail(shop, messageOf({ state })))
    expect(text).toContain('At Bikes Ubud, 1 Main Road, Ubud: Wed, Nov 25 – Fri, Nov 27.')
    expect(text).toContain('4. You collect it')
  })

  it('of a digital permit speaks of no parcel', async () => {
    const { text } = await confirmation({ state: { category: 'digital' } })
    expect(text).not.toContain('DHL')
    expect(text).not.toContain('4. ')
    expect(text).toContain('within 20 minutes after your photos are here')
  })

  it('of an order that cost nothing says so', async () => {
    const { subject, text } = await confirmation({ order: { total: 0 } })
    expect(subject).toBe('Order 7KQ2M-XW4TD: we have it')
    expect(text).toContain('Nothing to pay')
    expect(text).not.toContain('Shows as')
  })

  it('is honest about what the permit is, and says how to get the money back', async () => {
    const { text } = await confirmation()
    expect(text).toContain('not a government document')
    expect(text).toContain('30-day satisfaction guarantee')
    expect(text).toContain('https://shop.example/checkouts/help/')
    expect(text).toContain('https://shop.example/checkouts/guarantees/')
    expect(text).not.toContain('test order')
  })

  it('of a test order says that it is one', async () => {
    const env = { ...backend.env, payments: 'sandbox' as const }
    const { text } = mailOf(await confirmationMail({ ...backend, env }, messageOf()))
    expect(text).toContain('This is a test order')
  })

  it('links to the first missing photo only while one is missing', async () => {
    const { text, html } = await confirmation({ photos: 1 })
    const link = /https:\/\/shop\.example\/checkouts\/photos\/\?doc=license_front#[\w-]{43}/
    expect(text).toMatch(link)
    expect(html).toMatch(link)
    expect((await confirmation()).text).not.toContain('/photos/')
  })

  it('is written in yen without decimals', async () => {
    const { text } = await confirmation({
      order: {
        currency: 'JPY',
        total: 4_400,
        charged: {
          currency: 'JPY',
          plan: 4_400,
          urgent: 0,
          shipping: 0,
          travel: 0,
          discount: 0,
          tax: 0,
          total: 4_400,
          planId: 42,
          coupon: null,
        },
      },
    })
    expect(text).toContain('3-year permit, printed + digital: ¥4,400')
    expect(text).toContain('Total paid (JPY): ¥4,400')
  })
})

describe('a mail keeps to the signs of its language', () => {
  it.each([
    ['fr', 'Numéro de commande\u00a0: 7KQ2M-XW4TD', 'Washington Avenue, Austin'],
    ['ja', '注文番号：7KQ2M-XW4TD', 'Washington Avenue、Austin'],
    ['ar', 'رقم الطلب: 7KQ2M-XW4TD', 'Washington Avenue، Austin'],
  ])(
    'between a label and its value, and between the lines of an address (%s)',
    async (language, number, place) => {
      const shipping = { ...wholeCheckout.shipping, address: 'Washington Avenue', city: 'Austin' }
      const { text, html } = await confirmation({ language, state: { shipping } })
      expect(text).toContain(number)
      expect(html.replace(/<[^>]+>/g, '')).toContain(number)
      expect(text).toContain(place)
      expect(html).toContain(place)
    },
  )

  it('also where a French line is folded into one', async () => {
    const { text } = await confirmation({ language: 'fr', photos: 1 })
    expect(text).not.toMatch(/(?<![\u00a0\d]|https):|(?<!\u202f)[!;?](?!\w)/)
  })
})

it.each(['en', 'fr', 'de', 'es', 'ar', 'ja'])(
  'no mail speaks of a button: as text it has none (%s)',
  async language => {
    const { text, html } = await confirmation({ language, photos: 1 })
    expect(text + html).not.toMatch(/the button|le bouton|die schaltfläche|el botón|الزر|ボタン/i)
  },
)

describe('the reminder of photos', () => {
  it.each([
    [3, '1 photo is still missing', 'Add your photo (1 left)'],
    [2, '2 photos are still missing', 'Add your photos (2 left)'],
  ])('with %i there says: %s', async (photos, said, button) => {
    const mail = await reminder({ photos })
    expect(mail?.subject).toBe(`Order 7KQ2M-XW4TD: ${said}`)
    expect(mail?.text).toContain(button)
  })

  it.each([
    [3, 'تنقص صورة واحدة'],
    [2, 'تنقص صورتان'],
    [1, 'تنقص 3 صور'],
    [0, 'تنقص 4 صور'],
  ])('with %i there says in Arabic: %s', async (photos, said) => {
    const mail = await reminder({ photos, language: 'ar' })
    expect(mail?.subject).toBe(`الطلب 7KQ2M-XW4TD: ${said}`)
    expect(mail?.text).toContain(said)
  })

  it('is not written once all are there', async () => {
    expect(await reminder({ photos: 4 })).toBeUndefined()
  })
})

describe('the link to go on with', () => {
  const given = { token: 'x'.repeat(43), expiresAt: new Date('2026-12-20T10:00:00Z') }

  it.each(['en', 'ar'])('is the token’s own, and says until when it opens (%s)', async language => {
    const { subject, text } = mailOf(await resumeMail(backend, { ...given, language }))
    expect(text).toContain(`https://shop.example/checkouts/?token=${given.token}`)
    expect(text).toContain('2026')
    expect(`${subject}\n${text.replace(/https:\S+/g, '')}`).not.toMatch(unwritten)
  })
})

describe.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
])('a mail in %s', (language, dir) => {
  it.each([0, 1, 2, 3, 4])('leaves no text unwritten (%i photos there)', async photos => {
    const mails = [await confirmation({ language, photos }), await reminder({ language, photos })]
    for (const mail of mails) {
      if (!mail) continue
      const words = mail.text.replace(/https:\S+|\S+@\S+/g, '')
      expect(words).not.toMatch(unwritten)
      expect(mail.subject).not.toMatch(unwritten)
    }
  })

  it('reads in its direction and loads nothing', async () => {
    const { html } = await confirmation({ language, photos: 2 })
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`)
    expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(|@import|src=/)
  })

  it('shows what customers have typed as text, in its own line', async () => {
    const customer = {
      ...wholeCheckout.customer,
      license_first_name: 'Ana\r\n\r\nTotal paid: $0',
      license_last_name: `<img src=x onerror="alert(1)">&'`,
      email: '"><b>ana@example.com',
    }
    const { html, text } = await confirmation({ language, state: { customer } })
    expect(html).not.toMatch(/<img|<b>ana/)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;')
    expect(text).not.toMatch(/^Total paid: \$0/m)
  })
})
