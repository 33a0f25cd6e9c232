import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { isCouponMismatch } from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { renderPart } from '../../../tests/support/render-part'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

const buildCoupon = (name: string, terms: Partial<Coupon> = {}): Coupon => ({
  id: 1,
  name,
  discount_type: 'fixed',
  amount: 10,
  products: [],
  travel_products: [],
  free_shipping: false,
  ...terms,
})
const [tenOff, twentyOff] = [buildCoupon('FIXED10'), buildCoupon('CART20', { amount: 20 })]

type FoundCoupon = CheckoutState['coupons_found'][number]
const buildFoundCoupon = (
  name: string,
  saves: number,
  overrides: Partial<FoundCoupon> = {},
): FoundCoupon => ({
  name,
  saves,
  code: null,
  ...overrides,
})

let trackedEvents: object[]
beforeEach(() => {
  trackedEvents = []
  analyticsSink.events = trackedEvents as never
})

/** The summary row whose label starts with this text. */
function findRow(label: string): Element {
  const row = [...document.querySelectorAll('dl > div')].find(({ textContent }) =>
    textContent.startsWith(label),
  )
  if (!row) throw new Error(`no row ${label}`)
  return row
}

/** The summary of an order that costs $113 without a coupon, with an open coupon box. */
async function openBox(current: Coupon | null = null, foundCoupons: FoundCoupon[] = []) {
  const part = renderPart(<OrderSummary />, {
    checkout: { state: { ...completeCheckout, coupon: current, coupons_found: foundCoupons } },
  })
  const hasMore = foundCoupons.some(({ name, saves }) => saves > 0 && name !== current?.name)
  await part.user.click(screen.getByText(translate(hasMore ? 'coupon.choose' : 'coupon.question')))
  const code = await screen.findByRole('textbox', { name: translate('coupon.label') })
  const form = screen.getByRole('form', { name: translate('coupon.label') })
  return {
    ...part,
    code,
    form,
    enter: async (name: string) => {
      await part.user.clear(code)
      await part.user.type(code, `${name}{Enter}`)
    },
    /** Sets the response to the next codes. */
    answerValidation: (answer: () => object) =>
      part.api.addAnswers({ 'POST coupons/validate/': answer }),
    expectTotal: (total: string) =>
      waitFor(() =>
        expect(screen.getByText(translate('summary.total')).closest('p')?.textContent).toContain(
          total,
        ),
      ),
    /** Expects the result of the last code. */
    expectOutcome: (text: string) =>
      waitFor(() => expect(within(form).getByRole('status').textContent).toBe(text)),
    findRefusal: () => within(form).findByRole('alert'),
    expectSaved: (name: string | undefined) =>
      waitFor(() => expect(part.api.checkout().state.coupon?.name).toBe(name)),
  }
}

describe('a code', () => {
  it('is applied immediately and shown with its saving', async () => {
    const box = await openBox()
    box.answerValidation(() => ({ coupon: tenOff, error: null }))
    await box.enter(' fixed10 ')
    await box.expectOutcome(translate('coupon:applied', { name: 'FIXED10', amount: '$10' }))
    await box.expectTotal('$103')
    expect(box.api.findCalls('POST coupons/validate/')[0]?.body).toMatchObject({ name: 'fixed10' })
    await box.expectSaved('FIXED10')
    expect(box.code).toHaveProperty('value', '')
    expect(trackedEvents).toEqual([])
  })

  it.each([
    'unknown',
    'expired',
    'plan',
    'extras',
    'currency',
    'partner',
    'printed',
    'new_customers',
    'used_up',
  ])('that is refused (%s) changes nothing, shows the reason and is tracked', async error => {
    const box = await openBox(tenOff)
    box.answerValidation(() => ({ coupon: null, error, currencies: 'EUR' }))
    await box.enter('LIMITED')
    expect((await box.findRefusal()).textContent).toBe(
      translate(isCouponMismatch(error) ? `coupon.misfit.${error}` : `coupon:message.${error}`, {
        currency: 'USD',
        currencies: 'EUR',
      }),
    )
    expect(box.code.getAttribute('aria-invalid')).toBe('true')
    const descriptionId = box.code.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(descriptionId)?.textContent).toMatch(/\w/)
    await box.expectTotal('$103')
    expect(trackedEvents).toEqual([{ event: 'coupon denied', coupon: 'LIMITED', reason: error }])
  })

  it('that is an email address is tracked without it', async () => {
    const box = await openBox()
    box.answerValidation(() => ({ coupon: null, error: 'unknown' }))
    await box.enter('ana@example.com')
    await box.findRefusal()
    expect(trackedEvents).toEqual([{ event: 'coupon denied', coupon: '', reason: 'unknown' }])
  })

  it('after too many attempts is refused with the minutes to wait', async () => {
    const box = await openBox()
    box.answerValidation(() =>
      Response.json(
        { detail: 'Too many tries.', code: 'rate_limited' },
        { status: 429, headers: { 'retry-after': '421' } },
      ),
    )
    await box.enter('GUESS')
    expect((await box.findRefusal()).textContent).toBe(
      translate('coupon:message.rate_limited', { count: 8 }),
    )
    expect(trackedEvents).toEqual([
      { event: 'coupon denied', coupon: 'GUESS', reason: 'rate_limited' },
    ])
  })

  it('is refused while a payment is in progress', async () => {
    const box = await openBox()
    const code = 'payment_in_progress'
    box.answerValidation(() =>
      Response.json({ detail: 'A payment is being confirmed.', code }, { status: 409 }),
    )
    await box.enter('FIXED10')
    expect((await box.findRefusal()).textContent).toBe(translate(`coupon:message.${code}`))
  })

  it.each([
    ['gets no response', () => new TypeError('no network')],
    ['fails on the server', () => new Response('fault', { status: 500 })],
  ])('whose check %s shows an error and can be checked again', async (_, answer) => {
    const box = await openBox()
    box.answerValidation(answer)
    await box.enter('FIXED10')
    expect((await box.findRefusal()).textContent).toContain('Failed to check coupon')
    expect(box.code).toHaveProperty('value', 'FIXED10')
    await box.expectTotal('$113')
    expect(trackedEvents).toEqual([{ event: 'coupon denied', coupon: 'FIXED10', reason: 'failed' }])
    box.answerValidation(() => ({ coupon: tenOff, error: null }))
    await box.user.click(screen.getByRole('button', { name: translate('coupon.retry') }))
    await box.expectTotal('$103')
    expect(within(box.form).queryByRole('alert')).toBeNull()
  })

  it('that saves less changes nothing until the customer chooses', async () => {
    const box = await openBox(twentyOff)
    box.answerValidation(() => ({ coupon: tenOff, error: null }))
    await box.enter('FIXED10')
    const keepButton = await screen.findByRole('button', { name: translate('coupon:keep') })
    expect(box.form.textContent).toContain(
      translate('coupon:current', { name: 'CART20', amount: '$20' }),
    )
    expect(box.form.textContent).toContain(
      translate('coupon:other', { name: 'FIXED10', amount: '$10' }),
    )
    await box.expectTotal('$93')
    await box.user.click(keepButton)
    expect(keepButton.isConnected).toBe(false)
    expect(document.activeElement).toBe(box.code)
    await box.expectTotal('$93')

    await box.enter('FIXED10')
    await box.user.click(
      await screen.findByRole('button', { name: translate('coupon:use', { name: 'FIXED10' }) }),
    )
    await box.expectTotal('$103')
    expect(box.form.textContent).toContain(
      translate('coupon:replaced', { name: 'CART20', amount: '$20' }),
    )
    await box.expectSaved('FIXED10')
  })

  it('that saves more replaces the current one and names it', async () => {
    const box = await openBox(tenOff)
    box.answerValidation(() => ({ coupon: twentyOff, error: null }))
    await box.enter('cart20')
    await box.expectOutcome(
      [
        translate('coupon:applied', { name: 'CART20', amount: '$20' }),
        translate('coupon:replaced', { name: 'FIXED10', amount: '$10' }),
      ].join(' '),
    )
    await box.expectTotal('$93')
    await box.expectSaved('CART20')

    await box.user.click(
      screen.getByRole('button', { name: translate('summary.removeLabel', { name: 'CART20' }) }),
    )
    await box.expectTotal('$113')
    await box.expectOutcome('')
  })

  it('is no longer mentioned once the order changes', async () => {
    const box = await openBox()
    box.answerValidation(() => ({ coupon: tenOff, error: null }))
    await box.enter('FIXED10')
    await box.expectOutcome(translate('coupon:applied', { name: 'FIXED10', amount: '$10' }))
    await box.user.click(screen.getByRole('button', { name: translate('urgent.removeLabel') }))
    await box.expectTotal('$78')
    await box.expectOutcome('')
  })

  it('with free delivery shows the regular delivery price', async () => {
    const box = await openBox()
    const freeDelivery = buildCoupon('FREESHIP', { amount: 0, free_shipping: true })
    box.answerValidation(() => ({ coupon: freeDelivery, error: null }))
    await box.enter('FREESHIP')
    await box.expectOutcome(translate('coupon:applied', { name: 'FREESHIP', amount: '$19' }))
    await box.expectTotal('$94')
    const deliveryRow = findRow('DHL Express')
    expect(deliveryRow.textContent).toContain(translate('delivery.free'))
    expect(deliveryRow.querySelector('s')?.textContent).toContain('$19')
    expect(findRow(translate('coupon.name', { name: 'FREESHIP' })).textContent).toContain(
      translate('coupon.free'),
    )
  })

  it('that is empty shows an error and sends nothing', async () => {
    const box = await openBox()
    await box.user.click(box.code)
    await box.user.keyboard('{Enter}')
    expect((await box.findRefusal()).textContent).toBe(translate('coupon:empty'))
    expect(document.activeElement).toBe(box.code)
    expect(box.api.findCalls('POST coupons/validate/')).toEqual([])
  })

  it('marks the summary as busy while it is checked', async () => {
    const box = await openBox()
    let resolveCheck: (response: object) => void = () => undefined
    box.answerValidation(() => new Promise<object>(resolve => (resolveCheck = resolve)) as object)
    await box.enter('FIXED10')
    const applyButton = screen.getByRole('button', { name: translate('coupon:apply') })
    await waitFor(() => expect(applyButton.getAttribute('aria-busy')).toBe('true'))
    const rows = document.querySelector('dl')
    expect(rows?.getAttribute('aria-busy')).toBe('true')
    resolveCheck({ coupon: tenOff, error: null })
    await waitFor(() => expect(rows?.getAttribute('aria-busy')).toBeNull())
    await box.expectTotal('$103')
  })
})

it('a coupon is removed and restored with the same button, and the new total is announced', async () => {
  const box = await openBox(tenOff)
  const removeLabel = translate('summary.removeLabel', { name: 'FIXED10' })
  await box.user.click(screen.getByRole('button', { name: removeLabel }))
  const putBackButton = await screen.findByRole('button', { name: translate('coupon.putBack') })
  expect(document.activeElement).toBe(putBackButton)
  await box.expectTotal('$113')
  await waitFor(() =>
    expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(
      translate('summary.gone', { what: translate('coupon.name', { name: 'FIXED10' }) }) +
        translate('summary.announced', { total: '$113' }),
    ),
  )
  expect(findRow(translate('coupon.name', { name: 'FIXED10' })).textContent).toContain(
    translate('coupon.removed'),
  )
  await box.expectSaved(undefined)
  await box.user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: removeLabel }))
  await box.expectTotal('$103')
  await waitFor(() =>
    expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(
      translate('summary.announced', { total: '$103' }),
    ),
  )
  await box.expectSaved('FIXED10')
})

describe('the found codes', () => {
  const findItem = (name: string) =>
    screen
      .findByText(name, { selector: 'li bdi' })
      .then(element => element.closest('li') as Element)

  it('are sorted by saving, each with its amount or why it cannot be used', async () => {
    await openBox(twentyOff, [
      buildFoundCoupon('ENDED', 0, { code: 'expired' }),
      buildFoundCoupon('FREESHIP', 19, { on_delivery: true }),
      buildFoundCoupon('CART20', 20),
      buildFoundCoupon('FIXED10', 10),
      buildFoundCoupon('TRAVEL25', 0),
    ])
    expect(
      screen.getByText(translate('coupon.foundBest', { count: 3, name: 'CART20' })),
    ).toBeTruthy()
    await findItem('CART20')
    expect([...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent)).toEqual([
      'CART20',
      'FREESHIP',
      'FIXED10',
      'ENDED',
      'TRAVEL25',
    ])
    const expected = {
      CART20: translate('coupon:inUse'),
      FREESHIP: translate('coupon:savesAbout', { amount: '$19' }),
      FIXED10: translate('coupon:saves', { amount: '$10' }),
      ENDED: translate('coupon:message.expired'),
      TRAVEL25: translate('coupon:savesNothing'),
    }
    for (const [name, text] of Object.entries(expected))
      expect((await findItem(name)).textContent).toContain(text)
  })

  it('are counted if another one saves more, and not mentioned if none saves anything', async () => {
    const box = await openBox(tenOff, [
      buildFoundCoupon('CART20', 20),
      buildFoundCoupon('FIXED10', 10),
    ])
    expect(screen.getByText(translate('coupon.found', { count: 1 }))).toBeTruthy()
    const { checkout } = box.store.getState()
    const coupons_found = [
      buildFoundCoupon('FIXED10', 10),
      buildFoundCoupon('ENDED', 0, { code: 'expired' }),
    ]
    act(() =>
      box.store.setState({
        checkout: { ...checkout, state: { ...checkout.state, coupons_found } },
      }),
    )
    expect(screen.queryByText(translate('coupon.found', { count: 1 }))).toBeNull()
    expect(document.querySelector('summary')?.textContent).toBe(translate('coupon.question'))
    expect((await findItem('ENDED')).textContent).toContain(translate('coupon:message.expired'))
  })

  it('are applied on click, without a question', async () => {
    const box = await openBox(twentyOff, [
      buildFoundCoupon('CART20', 20),
      buildFoundCoupon('FIXED10', 10),
    ])
    box.answerValidation(() => ({ coupon: tenOff, error: null }))
    await findItem('FIXED10')
    await box.user.click(
      screen.getByRole('button', { name: translate('coupon:useThisLabel', { name: 'FIXED10' }) }),
    )
    await box.expectTotal('$103')
    expect(document.activeElement).toBe((await findItem('FIXED10')).closest('ul'))
    expect((await findItem('FIXED10')).textContent).toContain(translate('coupon:inUse'))
    expect(screen.queryByRole('button', { name: translate('coupon:keep') })).toBeNull()
    // The result is shown beside the list, and not again under the field.
    const expectedTexts = [
      translate('coupon:applied', { name: 'FIXED10', amount: '$10' }),
      translate('coupon:replaced', { name: 'CART20', amount: '$20' }),
    ]
    expect(screen.getByText(expectedTexts.join(' ')).getAttribute('role')).toBe('status')
    await box.expectOutcome('')
    await box.expectSaved('FIXED10')
  })
})
