import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { outlet } from '@/client/analytics/track'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Coupon } from '@/domain/pricing/coupon'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { renderPart } from '../../../tests/support/render-part'
import { wholeCheckout } from '../../../tests/support/sample-checkout'
import { english as say } from '../../../tests/support/texts'

const coupon = (name: string, terms: Partial<Coupon> = {}): Coupon => ({
  id: 1,
  name,
  discount_type: 'fixed',
  amount: 10,
  products: [],
  travel_products: [],
  free_shipping: false,
  ...terms,
})
const [tenOff, twentyOff] = [coupon('FIXED10'), coupon('CART20', { amount: 20 })]

type Found = CheckoutState['coupons_found'][number]
const found = (name: string, saves: number, more: Partial<Found> = {}): Found => ({
  name,
  saves,
  code: null,
  ...more,
})

let tracked: object[]
beforeEach(() => {
  tracked = []
  outlet.events = tracked as never
})

/** The row of the summary whose label begins so. */
function rowOf(label: string): Element {
  const row = [...document.querySelectorAll('dl > div')].find(({ textContent }) =>
    textContent.startsWith(label),
  )
  if (!row) throw new Error(`no row ${label}`)
  return row
}

/** The summary of an order that costs $113 without a coupon, with its coupon box open. */
async function openBox(current: Coupon | null = null, found: Found[] = []) {
  const part = renderPart(<OrderSummary />, {
    checkout: { state: { ...wholeCheckout, coupon: current, coupons_found: found } },
  })
  const hasMore = found.some(({ name, saves }) => saves > 0 && name !== current?.name)
  await part.user.click(screen.getByText(say(hasMore ? 'coupon.choose' : 'coupon.question')))
  const code = await screen.findByRole('textbox', { name: say('coupon.label') })
  const form = screen.getByRole('form', { name: say('coupon.label') })
  return {
    ...part,
    code,
    form,
    enter: async (name: string) => {
      await part.user.clear(code)
      await part.user.type(code, `${name}{Enter}`)
    },
    /** What is asked about the next codes is answered so. */
    check: (answer: () => object) => part.api.answer({ 'POST coupons/validate/': answer }),
    costs: (total: string) =>
      waitFor(() =>
        expect(screen.getByText(say('summary.total')).closest('p')?.textContent).toContain(total),
      ),
    /** What has become of the last code. */
    says: (text: string) =>
      waitFor(() => expect(within(form).getByRole('status').textContent).toBe(text)),
    refusal: () => within(form).findByRole('alert'),
    saved: (name: string | undefined) =>
      waitFor(() => expect(part.api.checkout().state.coupon?.name).toBe(name)),
  }
}

describe('a code', () => {
  it('is applied at once, and named with what it saves', async () => {
    const box = await openBox()
    box.check(() => ({ coupon: tenOff, error: null }))
    await box.enter(' fixed10 ')
    await box.says(say('coupon:applied', { name: 'FIXED10', amount: '$10' }))
    await box.costs('$103')
    expect(box.api.callsTo('POST coupons/validate/')[0]?.body).toMatchObject({ name: 'fixed10' })
    await box.saved('FIXED10')
    expect(box.code).toHaveProperty('value', '')
    expect(tracked).toEqual([])
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
  ])('that is refused (%s) changes nothing, says why, and is tracked', async error => {
    const box = await openBox(tenOff)
    box.check(() => ({ coupon: null, error, currencies: 'EUR' }))
    await box.enter('LIMITED')
    expect((await box.refusal()).textContent).toBe(
      say(`coupon.message.${error}`, { currency: 'USD', currencies: 'EUR' }),
    )
    expect(box.code.getAttribute('aria-invalid')).toBe('true')
    const describing = box.code.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(describing)?.textContent).toMatch(/\w/)
    await box.costs('$103')
    expect(tracked).toEqual([{ event: 'coupon denied', coupon: 'LIMITED', reason: error }])
  })

  it('typed as an email address is tracked without it', async () => {
    const box = await openBox()
    box.check(() => ({ coupon: null, error: 'unknown' }))
    await box.enter('ana@example.com')
    await box.refusal()
    expect(tracked).toEqual([{ event: 'coupon denied', coupon: '', reason: 'unknown' }])
  })

  it('after too many others is refused with how many minutes to wait', async () => {
    const box = await openBox()
    box.check(() =>
      Response.json(
        { detail: 'Too many tries.', code: 'rate_limited' },
        { status: 429, headers: { 'retry-after': '421' } },
      ),
    )
    await box.enter('GUESS')
    expect((await box.refusal()).textContent).toBe(say('coupon.message.rate_limited', { count: 8 }))
    expect(tracked).toEqual([{ event: 'coupon denied', coupon: 'GUESS', reason: 'rate_limited' }])
  })

  it('while a payment is open is refused with that reason', async () => {
    const box = await openBox()
    const code = 'payment_in_progress'
    box.check(() =>
      Response.json({ detail: 'A payment is being confirmed.', code }, { status: 409 }),
    )
    await box.enter('FIXED10')
    expect((await box.refusal()).textContent).toBe(say(`coupon.message.${code}`))
  })

  it.each([
    ['gets no answer', () => new TypeError('no network')],
    ['is answered by a fault', () => new Response('fault', { status: 500 })],
  ])('whose check %s says so and can be checked again', async (_, answer) => {
    const box = await openBox()
    box.check(answer)
    await box.enter('FIXED10')
    expect((await box.refusal()).textContent).toContain('Failed to check coupon')
    expect(box.code).toHaveProperty('value', 'FIXED10')
    await box.costs('$113')
    expect(tracked).toEqual([{ event: 'coupon denied', coupon: 'FIXED10', reason: 'failed' }])
    box.check(() => ({ coupon: tenOff, error: null }))
    await box.user.click(screen.getByRole('button', { name: say('coupon.retry') }))
    await box.costs('$103')
    expect(within(box.form).queryByRole('alert')).toBeNull()
  })

  it('that saves less changes nothing before the customer has chosen', async () => {
    const box = await openBox(twentyOff)
    box.check(() => ({ coupon: tenOff, error: null }))
    await box.enter('FIXED10')
    const keep = await screen.findByRole('button', { name: say('coupon:keep') })
    expect(box.form.textContent).toContain(say('coupon:current', { name: 'CART20', amount: '$20' }))
    expect(box.form.textContent).toContain(say('coupon:other', { name: 'FIXED10', amount: '$10' }))
    await box.costs('$93')
    await box.user.click(keep)
    expect(keep.isConnected).toBe(false)
    expect(document.activeElement).toBe(box.code)
    await box.costs('$93')

    await box.enter('FIXED10')
    await box.user.click(
      await screen.findByRole('button', { name: say('coupon:use', { name: 'FIXED10' }) }),
    )
    await box.costs('$103')
    expect(box.form.textContent).toContain(
      say('coupon:replaced', { name: 'CART20', amount: '$20' }),
    )
    await box.saved('FIXED10')
  })

  it('that saves more takes the place of the current one, and says of which', async () => {
    const box = await openBox(tenOff)
    box.check(() => ({ coupon: twentyOff, error: null }))
    await box.enter('cart20')
    await box.says(
      [
        say('coupon:applied', { name: 'CART20', amount: '$20' }),
        say('coupon:replaced', { name: 'FIXED10', amount: '$10' }),
      ].join(' '),
    )
    await box.costs('$93')
    await box.saved('CART20')

    await box.user.click(
      screen.getByRole('button', { name: say('summary.removeLabel', { name: 'CART20' }) }),
    )
    await box.costs('$113')
    await box.says('')
  })

  it('is mentioned no more once the order costs something else', async () => {
    const box = await openBox()
    box.check(() => ({ coupon: tenOff, error: null }))
    await box.enter('FIXED10')
    await box.says(say('coupon:applied', { name: 'FIXED10', amount: '$10' }))
    await box.user.click(screen.getByRole('button', { name: say('urgent.removeLabel') }))
    await box.costs('$78')
    await box.says('')
  })

  it('that frees the delivery shows what it would have cost', async () => {
    const box = await openBox()
    const freeDelivery = coupon('FREESHIP', { amount: 0, free_shipping: true })
    box.check(() => ({ coupon: freeDelivery, error: null }))
    await box.enter('FREESHIP')
    await box.says(say('coupon:applied', { name: 'FREESHIP', amount: '$19' }))
    await box.costs('$94')
    const delivery = rowOf(say('delivery.name'))
    expect(delivery.textContent).toContain(say('delivery.free'))
    expect(delivery.querySelector('s')?.textContent).toContain('$19')
    expect(rowOf(say('coupon.name', { name: 'FREESHIP' })).textContent).toContain(
      say('coupon.free'),
    )
  })

  it('that is missing is asked for, and nothing is sent', async () => {
    const box = await openBox()
    await box.user.click(box.code)
    await box.user.keyboard('{Enter}')
    expect((await box.refusal()).textContent).toBe(say('coupon:empty'))
    expect(document.activeElement).toBe(box.code)
    expect(box.api.callsTo('POST coupons/validate/')).toEqual([])
  })

  it('makes the summary busy while it is checked', async () => {
    const box = await openBox()
    let answer: (checked: object) => void = () => undefined
    box.check(() => new Promise<object>(resolve => (answer = resolve)) as object)
    await box.enter('FIXED10')
    const apply = screen.getByRole('button', { name: say('coupon:apply') })
    await waitFor(() => expect(apply.getAttribute('aria-busy')).toBe('true'))
    const rows = document.querySelector('dl')
    expect(rows?.getAttribute('aria-busy')).toBe('true')
    answer({ coupon: tenOff, error: null })
    await waitFor(() => expect(rows?.getAttribute('aria-busy')).toBeNull())
    await box.costs('$103')
  })
})

it('a coupon is removed and put back with the same button, and the new total is read out', async () => {
  const box = await openBox(tenOff)
  const removeLabel = say('summary.removeLabel', { name: 'FIXED10' })
  await box.user.click(screen.getByRole('button', { name: removeLabel }))
  const putBack = await screen.findByRole('button', { name: say('coupon.putBack') })
  expect(document.activeElement).toBe(putBack)
  await box.costs('$113')
  await waitFor(() =>
    expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(
      say('summary.gone', { what: say('coupon.name', { name: 'FIXED10' }) }) +
        say('summary.announced', { total: '$113' }),
    ),
  )
  expect(rowOf(say('coupon.name', { name: 'FIXED10' })).textContent).toContain(
    say('coupon.removed'),
  )
  await box.saved(undefined)
  await box.user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: removeLabel }))
  await box.costs('$103')
  await waitFor(() =>
    expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(
      say('summary.announced', { total: '$103' }),
    ),
  )
  await box.saved('FIXED10')
})

describe('the codes that were found', () => {
  const item = (name: string) =>
    screen.findByText(name, { selector: 'li bdi' }).then(words => words.closest('li') as Element)

  it('are listed best first, each with what it saves or why it cannot be had', async () => {
    await openBox(twentyOff, [
      found('ENDED', 0, { code: 'expired' }),
      found('FREESHIP', 19, { on_delivery: true }),
      found('CART20', 20),
      found('FIXED10', 10),
      found('TRAVEL25', 0),
    ])
    expect(screen.getByText(say('coupon.foundBest', { count: 3, name: 'CART20' }))).toBeTruthy()
    await item('CART20')
    expect([...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent)).toEqual([
      'CART20',
      'FREESHIP',
      'FIXED10',
      'ENDED',
      'TRAVEL25',
    ])
    const expected = {
      CART20: say('coupon:inUse'),
      FREESHIP: say('coupon:savesAbout', { amount: '$19' }),
      FIXED10: say('coupon:saves', { amount: '$10' }),
      ENDED: say('coupon.message.expired'),
      TRAVEL25: say('coupon:savesNothing'),
    }
    for (const [name, words] of Object.entries(expected))
      expect((await item(name)).textContent).toContain(words)
  })

  it('are counted where another one saves more, and are not mentioned where none saves anything', async () => {
    const box = await openBox(tenOff, [found('CART20', 20), found('FIXED10', 10)])
    expect(screen.getByText(say('coupon.found', { count: 1 }))).toBeTruthy()
    const { checkout } = box.store.getState()
    const coupons_found = [found('FIXED10', 10), found('ENDED', 0, { code: 'expired' })]
    act(() =>
      box.store.setState({
        checkout: { ...checkout, state: { ...checkout.state, coupons_found } },
      }),
    )
    expect(screen.queryByText(say('coupon.found', { count: 1 }))).toBeNull()
    expect(document.querySelector('summary')?.textContent).toBe(say('coupon.question'))
    expect((await item('ENDED')).textContent).toContain(say('coupon.message.expired'))
  })

  it('are used with a press, without a question', async () => {
    const box = await openBox(twentyOff, [found('CART20', 20), found('FIXED10', 10)])
    box.check(() => ({ coupon: tenOff, error: null }))
    await item('FIXED10')
    await box.user.click(
      screen.getByRole('button', { name: say('coupon:useThisLabel', { name: 'FIXED10' }) }),
    )
    await box.costs('$103')
    expect(document.activeElement).toBe((await item('FIXED10')).closest('ul'))
    expect((await item('FIXED10')).textContent).toContain(say('coupon:inUse'))
    expect(screen.queryByRole('button', { name: say('coupon:keep') })).toBeNull()
    // What becomes of it is said beside the list, and not a second time under the field.
    const told = [
      say('coupon:applied', { name: 'FIXED10', amount: '$10' }),
      say('coupon:replaced', { name: 'CART20', amount: '$20' }),
    ]
    expect(screen.getByText(told.join(' ')).getAttribute('role')).toBe('status')
    await box.says('')
    await box.saved('FIXED10')
  })
})
