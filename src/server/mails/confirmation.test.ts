import { describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { buildConfirmationMail } from '@/server/mails/confirmation'
import { renderMail } from '@/server/mails/letter'
import { buildMessage, mailBackend, renderConfirmation } from '../../../tests/support/mail-fixtures'
import { completeCheckout } from '../../../tests/support/sample-checkout'

describe('the confirmation mail', () => {
  it('shows what was paid and how, and each line of the receipt', async () => {
    const { subject, text } = await renderConfirmation()
    expect(subject).toBe('Order 7KQ2M-XW4TD confirmed')
    expect(text).toContain('Paid $131.50 with Visa ending in 4242')
    expect(text).toContain(
      [
        '3-year permit, printed + digital: $69',
        'Urgent processing: $25',
        'DHL Express: $19',
        'Travel wallet (quantity: 2): $38',
        'Discount code TAKE: −$19.50',
      ].join('\n'),
    )
    expect(text).toContain('Total paid (USD): $131.50')
    expect(text).not.toContain('Tax:')
    expect(text).not.toContain('statement')
  })

  it.each([
    ['en', 'Shows on your statement as MY PERMITS.'],
    ['de', 'Auf Ihrer Abrechnung steht MY PERMITS.'],
    ['es', 'En tu extracto bancario aparece MY PERMITS.'],
    ['fr', 'Votre relevé bancaire affiche MY PERMITS.'],
    ['ja', 'ご利用明細にはMY PERMITSと表示されます。'],
    ['ar', 'يظهر في كشف حسابك MY PERMITS.'],
  ])('names the shop on the statement when it is set: %s', async (language, sentence) => {
    const env = { ...mailBackend.env, statementDescriptor: 'MY PERMITS' }
    const backend = { ...mailBackend, env }
    const render = async (order = {}) =>
      renderMail(await buildConfirmationMail(backend, buildMessage({ language, order }))).text
    expect(await render()).toContain(sentence)
    expect(await render({ total: 0 })).not.toContain('MY PERMITS')
  })

  it('names the welcome discount as the summary does', async () => {
    const coupon = { name: 'WELCOME', discount_type: 'percentage', amount: 10 } as never
    const { charged } = buildMessage().order
    const order = { charged: { ...charged, coupon: 'WELCOME' } }
    const { text } = await renderConfirmation({ state: { coupon }, order })
    expect(text).toContain('Welcome discount (10%): −$19.50')
  })

  it('shows the delivery address of a printed permit, and none for a digital one', async () => {
    const { text } = await renderConfirmation()
    expect(text).toContain(
      'Delivery to: Ana Silva, 12 Congress Avenue, Austin, TX 78701, United States',
    )
    const digital = await renderConfirmation({ state: { category: 'digital' } })
    expect(digital.text).not.toContain('Delivery to')
  })

  it.each([
    ['google pay', 'Google Pay'],
    ['apple pay', 'Apple Pay'],
    ['paypal', 'PayPal'],
  ])('shows the name of %s', async (paidWith, name) => {
    const { text } = await renderConfirmation({ paidWith })
    expect(text).toContain(`Paid $131.50 with ${name}`)
    expect(text).toContain(`Paid with: ${name}`)
  })

  it('shows the dates of the thank-you page: counted from the payment, or from today while photos are missing', async () => {
    const { text } = await renderConfirmation()
    expect(text).toContain(
      [
        '3. Printed and shipped',
        '   Mon, Nov 23',
        '   Booklet and ID card',
        '4. Printed permit arrives',
        '   Wed, Nov 25 – Fri, Nov 27',
        '   DHL Express to 12 Congress Avenue, Austin',
      ].join('\n'),
    )
    const withoutPhotos = await renderConfirmation({ photos: 2 })
    expect(withoutPhotos.text).toMatch(
      /Wed, Nov 25 – Fri, Nov 27\n {3}If your photos are in by the end of Sat, Nov 21, UTC\. DHL/,
    )
  })

  it('shows by when the digital permit is sent; while photos are missing, how soon after the last', async () => {
    const { text } = await renderConfirmation()
    expect(text).toMatch(
      /2\. Digital permit by email\n {3}By Fri, Nov 20, 11:50\sPM UTC\n {3}To ana@/,
    )
    const withoutPhotos = await renderConfirmation({ photos: 2 })
    expect(withoutPhotos.text).toContain('Within 20 minutes of your last photo')
  })

  it('has times in the customer’s zone, which is named', async () => {
    const { text } = await renderConfirmation({ timeZone: 'Asia/Riyadh' })
    expect(text).toMatch(/By Sat, Nov 21, 2:50\sAM GMT\+3/)
    const withoutPhotos = await renderConfirmation({ timeZone: 'Asia/Riyadh', photos: 2 })
    expect(withoutPhotos.text).toMatch(/If your photos are in by Sun, Nov 22, 3:00\sAM GMT\+3/)
  })

  it('shows where the permit is collected', async () => {
    const point = { id: 'p1', name: 'Bikes Ubud', address: '1 Main Road\nUbud' }
    const backend = {
      ...mailBackend,
      catalog: async () => ({ ...(await mailBackend.catalog()), pickupPoints: () => [point] }),
    } as unknown as Backend
    const shipping = { ...completeCheckout.shipping, pickup_point: 'p1' }
    const state = { shipping, deliveryMethod: 'pickupPoints' as const, partner: 'Bikes' }
    const { text } = renderMail(await buildConfirmationMail(backend, buildMessage({ state })))
    expect(text).toContain(
      [
        '4. Ready for pickup',
        '   Wed, Nov 25 – Fri, Nov 27',
        '   At Bikes Ubud, 1 Main Road, Ubud',
      ].join('\n'),
    )
  })

  it('mentions no parcel for a digital permit', async () => {
    const charged = { ...buildMessage().order.charged, shipping: 0 }
    const { text } = await renderConfirmation({
      state: { category: 'digital' },
      order: { charged },
    })
    expect(text).not.toContain('DHL')
    expect(text).not.toContain('3. ')
  })

  it('shows that an order with a total of 0 has nothing to pay', async () => {
    const { subject, text } = await renderConfirmation({ order: { total: 0 } })
    expect(subject).toBe('Order 7KQ2M-XW4TD confirmed')
    expect(text).toContain('Nothing to pay')
    expect(text).not.toContain('on your statement')
  })

  it('states that the permit is not a government document, and how to get a refund', async () => {
    const { text } = await renderConfirmation()
    expect(text).toContain('not a government document')
    expect(text).toContain('30-day satisfaction guarantee')
    expect(text).toContain('https://shop.example/checkouts/help/')
    expect(text).toContain('https://shop.example/checkouts/guarantees/')
    expect(text).not.toContain('test order')
  })

  it('marks a test order', async () => {
    const env = { ...mailBackend.env, payments: 'sandbox' as const }
    const { text } = renderMail(
      await buildConfirmationMail({ ...mailBackend, env }, buildMessage()),
    )
    expect(text).toContain('This is a test order')
  })

  it('links to the first missing photo only while one is missing', async () => {
    const { text, html } = await renderConfirmation({ photos: 1 })
    const link = /https:\/\/shop\.example\/checkouts\/photos\/\?doc=license_front#[\w-]{43}/
    expect(text).toMatch(link)
    expect(html).toMatch(link)
    expect((await renderConfirmation()).text).not.toContain('/photos/')
  })

  it('shows yen without decimals', async () => {
    const { text } = await renderConfirmation({
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
