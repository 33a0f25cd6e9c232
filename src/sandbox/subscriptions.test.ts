import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSandboxHarness, type SandboxHarness } from '../../tests/support/sandbox-harness'

let harness: SandboxHarness
beforeAll(async () => {
  harness = await openSandboxHarness()
})
afterAll(() => harness.stop())

const unixYearsFromNow = (years: number, seconds = 0) => {
  const date = new Date()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return Math.floor(date.getTime() / 1_000) + seconds
}

/** Creates a customer with a saved card. */
async function createCustomerWithCard(card = 'pm_card_visa') {
  const customer = (await harness.stripe.customers.create({ email: 'a@b.co' })).id
  const setup = await harness.stripe.setupIntents.create({
    customer,
    payment_method: card,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    usage: 'off_session',
    confirm: true,
    use_stripe_sdk: true,
  })
  return { customer, setup, method: setup.payment_method as string }
}

const createPrice = async (years = 3) =>
  (
    await harness.stripe.prices.create({
      currency: 'usd',
      unit_amount: 5_520,
      recurring: { interval: 'year', interval_count: years },
      product_data: { name: 'Renewal' },
    })
  ).id

it('refuses a statement text that is too short for a product', async () => {
  const create = (statement_descriptor: string) =>
    harness.stripe.prices.create({
      currency: 'usd',
      unit_amount: 5_520,
      recurring: { interval: 'year', interval_count: 3 },
      product_data: { name: 'Renewal', statement_descriptor },
    })
  expect((await create('IDP CHECKOUT')).object).toBe('price')
  await expect(create('IDP')).rejects.toThrow('at least 5 characters')
})

async function subscribe(change: object = {}, years = 3) {
  const { customer, method } = await createCustomerWithCard()
  return harness.stripe.subscriptions.create({
    customer,
    items: [{ price: await createPrice(years) }],
    default_payment_method: method,
    billing_cycle_anchor: unixYearsFromNow(years, -60),
    proration_behavior: 'none',
    off_session: true,
    ...change,
  })
}

const bill = (subscription: string, card?: string) =>
  harness.call('POST', '/_renewals', { subscription, ...(card && { card }) })

describe('a setup intent', () => {
  it('saves a card for its customer and moves no money', async () => {
    const before = await harness.movements()
    const { setup, customer, method } = await createCustomerWithCard()
    expect(setup.status).toBe('succeeded')
    expect((await harness.stripe.paymentMethods.retrieve(method)).customer).toBe(customer)
    expect(await harness.movements()).toEqual(before)
  })

  it('is declined with the card', async () => {
    await expect(
      createCustomerWithCard('pm_card_chargeDeclinedInsufficientFunds'),
    ).rejects.toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
    })
  })

  it('waits for the bank challenge and can be cancelled', async () => {
    const { setup } = await createCustomerWithCard('pm_card_authenticationRequired')
    expect(setup.status).toBe('requires_action')
    expect((await harness.stripe.setupIntents.cancel(setup.id)).status).toBe('canceled')
  })

  it('refuses parameters unknown to the real API', async () => {
    const unknown = { payment_methods: ['x'] } as never
    await expect(harness.stripe.setupIntents.create(unknown)).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })
})

describe('a subscription', () => {
  it('charges nothing before its anchor', async () => {
    const before = await harness.movements()
    const created = await subscribe()
    expect(created).toMatchObject({ status: 'active', latest_invoice: null })
    expect(created.items.data[0]?.current_period_end).toBe(created.billing_cycle_anchor)
    expect(await harness.movements()).toEqual(before)
  })

  it.each<[string, object]>([
    ['beyond the next period', { billing_cycle_anchor: unixYearsFromNow(3, 3_600) }],
    ['in the past', { billing_cycle_anchor: unixYearsFromNow(-1) }],
  ])('refuses an anchor %s', async (_, change) => {
    await expect(subscribe(change)).rejects.toMatchObject({ param: 'billing_cycle_anchor' })
  })

  it.each<[string, object]>([
    ['a card without a customer', { default_payment_method: 'pm_card_visa' }],
    ['no price', { items: [] }],
    ['an unknown parameter', { first_charge: 1 }],
  ])('is refused with %s', async (_, change) => {
    await expect(subscribe(change)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('refuses intervals longer than three years', async () => {
    await expect(createPrice(4)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('charges on its date, sends the event, and bills the next period', async () => {
    const { id, billing_cycle_anchor: first } = await subscribe()
    await bill(id)
    const paid = await harness.waitForEvent(({ type }) => type === 'invoice.paid')
    expect(paid.data.object).toMatchObject({ amount_paid: 5_520, status: 'paid' })
    const after = await harness.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    expect(after.latest_invoice).toMatchObject({ amount_paid: 5_520 })
    expect(after.items.data[0]?.current_period_end).toBeGreaterThan(first)
    expect((await harness.movements()).at(-1)).toMatchObject({ kind: 'charge', amount: 5_520 })
  })

  it('with a declined card is past due', async () => {
    const { id } = await subscribe()
    const before = await harness.movements()
    await bill(id, 'pm_card_chargeDeclined')
    await harness.waitForEvent(({ type }) => type === 'invoice.payment_failed')
    expect((await harness.stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    expect(await harness.movements()).toEqual(before)
  })

  it('stays cancelled, and is listed only with `status=all`', async () => {
    const { id, customer } = await subscribe()
    await harness.stripe.subscriptions.cancel(id)
    await expect(harness.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    })
    const customerFilter = { customer: customer as string }
    expect((await harness.stripe.subscriptions.list(customerFilter)).data).toEqual([])
    expect(
      (await harness.stripe.subscriptions.list({ ...customerFilter, status: 'all' })).data,
    ).toHaveLength(1)
  })
})
