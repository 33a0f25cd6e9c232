import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mailFolder } from '@/server/config/variables'
import { attempts, orders } from '@/server/db/tables/orders'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { runRetention } from '@/server/jobs/retention'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { reconcile } from '@/server/payments/reconcile'
import { callRoute } from '../support/call-route'
import { createPayableCheckout, readCheckout } from '../support/customer'
import { sendEvent, startProvider } from '../support/provider'
import {
  beginRenewal,
  createPaidRenewal,
  findRenewalRow,
  listRenewalMails,
  readRenewal,
  saveCard,
  stopRenewal,
} from '../support/renewals'
import { withShop } from '../support/with-shop'

const stopByMailRoute = '/api/auto-renewal/'

const shop = withShop({ provider: startProvider, holdEvents: true })

const callControl = async (path: string, body?: object) =>
  (
    await fetch(
      `${shop.provider.url}${path}`,
      body && { method: 'POST', body: JSON.stringify(body) },
    )
  ).json()

interface ProviderSubscription {
  id: string
  status: string
  billing_cycle_anchor: number
  default_payment_method: string
  items: { data: [{ price: { unit_amount: number; recurring: { interval_count: number } } }] }
}

/** The provider's subscriptions of a checkout's renewal. */
const listSubscriptions = async (token: string): Promise<ProviderSubscription[]> => {
  const row = await findRenewalRow(shop.backend, token)
  const { subscriptions } = await callControl('/_subscriptions')
  return subscriptions.filter(
    (subscription: { metadata: { renewal?: string } }) =>
      row && subscription.metadata.renewal === row.id,
  )
}

const countMovements = async () => (await shop.provider.movements()).length
/** The renewal date of a plan: one hour before it ends. */
function addYears(years: number, paidAt: string): string {
  const end = new Date(Date.parse(paidAt) - 3_600_000)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return end.toISOString().slice(0, 10)
}

/** Creates an active auto-renewal. */
async function createRunningRenewal() {
  const checkout = await createPaidRenewal(shop.backend)
  expect((await saveCard(checkout.token)).status).toBe(200)
  expect((await beginRenewal(checkout.token)).body).toEqual({ status: 'success' })
  const row = await findRenewalRow(shop.backend, checkout.token)
  return { ...checkout, ref: row?.providerRef ?? '' }
}

const sendSubscriptionEvent = (type: string, object: object) =>
  sendEvent({ id: `evt_${type}_${++events}`, object: 'event', type, data: { object } })
let events = 0

describe('a customer in the experiment', () => {
  it('is offered auto-renewal after the payment, with its price and first charge date', async () => {
    const { token, order, state, lifetime } = await createPaidRenewal(shop.backend)
    expect(state.isSubscriptionEnabled).toBe(true)
    expect(lifetime.offer).toBeNull()
    // 20 % off the plan's 69, plus the shipping charged for the first order.
    const shipping = order.charged.shipping
    expect((await readRenewal(token)).body).toEqual({
      status: 'offered',
      price: {
        currency: 'USD',
        total: Math.round((69 * 0.8 + shipping) * 100) / 100,
        full: 69 + shipping,
        years: 3,
      },
      charge_on: addYears(3, order.paid_at),
      card: null,
    })
  })

  it('who accepts pays nothing today, and the renewal when the plan ends', async () => {
    const checkout = await createPaidRenewal(shop.backend)
    const { token, order } = checkout
    const before = await countMovements()
    expect((await saveCard(token, 'pm_card_mastercard')).body).toEqual({
      status: 'success',
      client_secret: null,
    })
    const { price } = (await readRenewal(token)).body
    expect((await beginRenewal(token)).body).toEqual({ status: 'success' })
    expect(await countMovements()).toBe(before)
    const [subscription, ...others] = await listSubscriptions(token)
    expect(others).toEqual([])
    expect(subscription).toMatchObject({
      status: 'active',
      items: {
        data: [
          {
            price: { unit_amount: Math.round(price.total * 100), recurring: { interval_count: 3 } },
          },
        ],
      },
    })
    const first = new Date((subscription?.billing_cycle_anchor ?? 0) * 1_000).toISOString()
    expect(first.slice(0, 10)).toBe(addYears(3, order.paid_at))
    expect((await readRenewal(token)).body).toMatchObject({
      status: 'active',
      price: { total: price.total },
      charge_on: addYears(3, order.paid_at),
      card: 'mastercard 4444',
    })
    expect((await readCheckout(token)).body.order).toEqual(order)
  })

  it('whose order cost nothing can accept too', async () => {
    const freeCheckout = await createPaidRenewal(shop.backend, {
      selectedLicense: 45,
      category: 'digital',
      coupon: { name: 'EVERYTHINGFREE' },
      urgent: { selected: false },
    })
    expect((await readRenewal(freeCheckout.token)).body.price).toMatchObject({
      total: 39.2,
      full: 49,
    })
    expect((await saveCard(freeCheckout.token)).status).toBe(200)
    expect((await beginRenewal(freeCheckout.token)).body).toEqual({ status: 'success' })
    expect(await listSubscriptions(freeCheckout.token)).toHaveLength(1)
  })

  it('can complete 3-D Secure first', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    const { body } = await saveCard(token, 'pm_card_authenticationRequired')
    expect(body.status).toBe('requires_action')
    expect((await beginRenewal(token)).body).toEqual({
      status: 'failed',
      error: 'authentication_required',
    })
    await answerSetup(body.client_secret, 'authenticated')
    expect((await beginRenewal(token)).body).toEqual({ status: 'success' })
    expect(await listSubscriptions(token)).toHaveLength(1)
  })

  it('who closes the browser after 3-D Secure still gets the renewal', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    const { body } = await saveCard(token, 'pm_card_authenticationRequired')
    await answerSetup(body.client_secret, 'authenticated')
    const row = await findRenewalRow(shop.backend, token)
    await sendSubscriptionEvent('setup_intent.succeeded', {
      id: row?.setupIntent,
      object: 'setup_intent',
      metadata: { renewal: row?.id },
    })
    expect((await readRenewal(token)).body.status).toBe('active')
  })
})

async function answerSetup(clientSecret: string, outcome: string) {
  const setupIntent = await (
    await fetch(`${shop.provider.url}/browser/setup-intents/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret }),
    })
  ).json()
  await fetch(`${shop.provider.url}/browser/challenge/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ challenge: setupIntent.next_action.use_stripe_sdk.source, outcome }),
  })
}

describe('auto-renewal is not offered', () => {
  it.each([
    ['outside the experiment', {}, {}],
    ['in the original variant', {}, { AUTO_RENEWAL: 'ORIGINAL' }],
  ])('%s', async (_, state, variants) => {
    const { token, state: paidState } = await createPaidRenewal(shop.backend, state, variants)
    expect(paidState.isSubscriptionEnabled).toBe(false)
    expect((await readRenewal(token)).body.status).toBe('none')
    const { status, body } = await saveCard(token)
    expect([status, body.code]).toEqual([409, 'not_offered'])
    expect((await beginRenewal(token)).body).toEqual({ status: 'failed', error: 'not_offered' })
  })

  it('before the payment', async () => {
    const { token } = await createPayableCheckout()
    expect((await readRenewal(token)).body.status).toBe('none')
    expect((await saveCard(token)).body.code).toBe('not_offered')
  })

  it('because the browser asks for it', async () => {
    const { token } = await createPayableCheckout({ isSubscriptionEnabled: true })
    expect((await readCheckout(token)).body.state.isSubscriptionEnabled).toBe(false)
  })
})

describe('a subscription that fails', () => {
  it.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])(
    'with %s gives the reason, charges nothing and leaves the paid order unchanged',
    async (card, reason) => {
      const { token, order } = await createPaidRenewal(shop.backend)
      const before = await countMovements()
      const { status, body } = await saveCard(token, card)
      expect([status, body.code, body.reason]).toEqual([402, 'declined', reason])
      expect((await beginRenewal(token)).body).toEqual({ status: 'failed', error: reason })
      expect(await countMovements()).toBe(before)
      expect(await listSubscriptions(token)).toEqual([])
      expect((await readCheckout(token)).body.order).toEqual(order)
      // Another card can be used.
      expect((await readRenewal(token)).body.status).toBe('offered')
      expect((await saveCard(token)).status).toBe(200)
      expect((await beginRenewal(token)).body).toEqual({ status: 'success' })
    },
  )

  it('is not created at another price than the customer saw', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    const { status, body } = await saveCard(token, 'pm_card_visa', { expected_total: 1 })
    expect([status, body.code, body.quote.expected]).toEqual([409, 'quote_changed', 1])
    expect(await findRenewalRow(shop.backend, token)).toBeUndefined()
  })

  it('is not created while the provider is down', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    await shop.provider.addFaults({
      fault: 'status_429',
      match: { path: '/v1/setup_intents' },
      times: 1,
    })
    const { status, body } = await saveCard(token)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect((await beginRenewal(token)).body.status).toBe('failed')
  })
})

describe('cards saved for a renewal', () => {
  it('do not count as declines of their IP address', async () => {
    const clientIp = '198.51.100.7'
    for (let customer = 0; customer < 11; customer += 1) {
      const { token } = await createPaidRenewal(shop.backend)
      expect((await saveCard(token, 'pm_card_visa', {}, clientIp)).status).toBe(200)
    }
  })

  const needsBank = 'pm_card_authenticationRequired'
  const answerBank = async (outcome: 'authenticated' | 'failed', clientIp: string) => {
    const { token } = await createPaidRenewal(shop.backend)
    const { status, body } = await saveCard(token, needsBank, {}, clientIp)
    if (status === 200) await answerSetup(body.client_secret, outcome)
    await beginRenewal(token)
    return status
  }

  it('do not count once the bank’s question is answered', async () => {
    for (let customer = 0; customer < 11; customer += 1)
      expect(await answerBank('authenticated', '198.51.100.8')).toBe(200)
  })

  it('count when the bank declines after its question', async () => {
    for (let customer = 0; customer < 10; customer += 1)
      expect(await answerBank('failed', '198.51.100.9')).toBe(200)
    expect(await answerBank('failed', '198.51.100.9')).toBe(429)
  })

  it('do not count while the provider refuses every card', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    await shop.provider.addFaults({ fault: 'status_429', match: { path: '/v1/setup_intents' } })
    for (let attempt = 0; attempt < 7; attempt += 1)
      expect((await saveCard(token)).status).toBe(503)
    await shop.provider.clearFaults()
    expect((await saveCard(token)).status).toBe(200)
  })

  it('are rate limited after six declines', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await saveCard(token, 'pm_card_chargeDeclined')).status).toBe(402)
    const { status, body } = await saveCard(token)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
  })
})

describe('a repeated subscription call', () => {
  it('creates one subscription', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    await saveCard(token)
    const replies = await Promise.all(Array.from({ length: 5 }, () => beginRenewal(token)))
    expect(replies.map(({ body }) => body.status)).toEqual(Array(5).fill('success'))
    expect((await saveCard(token, 'pm_card_mastercard')).body.status).toBe('success')
    expect((await beginRenewal(token)).body.status).toBe('success')
    expect(await listSubscriptions(token)).toHaveLength(1)
    expect((await readRenewal(token)).body.card).toBe('visa 4242')
  })

  it.each(['drop_before', 'drop_after', 'error_500_before', 'error_500_after', 'delay_after'])(
    'creates one after %s and charges nothing',
    async fault => {
      const { token } = await createPaidRenewal(shop.backend)
      const before = await countMovements()
      await saveCard(token)
      await shop.provider.addFaults({
        fault,
        match: { method: 'POST', path: '/v1/subscriptions' },
        delayMs: 10,
        times: 1,
      })
      const first = (await beginRenewal(token)).body
      expect(['success', 'checking']).toContain(first.status)
      await shop.provider.clearFaults()
      await shop.provider.addFaults({ fault: 'hold_webhooks' })
      const retry = (await beginRenewal(token)).body
      if (fault === 'error_500_before') {
        // The provider repeats this failure for the key, so the sweeper fails the renewal.
        shop.advanceClock(61_000)
        await sweep(shop.backend)
        expect((await beginRenewal(token)).body).toEqual({ status: 'failed', error: 'unreachable' })
        await saveCard(token)
        expect((await beginRenewal(token)).body).toEqual({ status: 'success' })
      } else expect(retry).toEqual({ status: 'success' })
      expect(await listSubscriptions(token)).toHaveLength(1)
      expect(await countMovements()).toBe(before)
    },
  )
})

describe('an active renewal', () => {
  it('is recorded once when it is charged, without a second order', async () => {
    const { token, order, ref } = await createRunningRenewal()
    const invoice = await callControl('/_renewals', { subscription: ref })
    for (const type of ['invoice.paid', 'invoice.paid', 'customer.subscription.updated'])
      expect(
        (
          await sendSubscriptionEvent(
            type,
            type === 'invoice.paid' ? invoice : { id: ref, object: 'subscription' },
          )
        ).status,
      ).toBe(200)
    const row = await findRenewalRow(shop.backend, token)
    expect(row).toMatchObject({ state: 'active', lastInvoice: invoice.id })
    const findings = await reconcile(shop.backend, new Date(0))
    expect(findings.filter(({ kind }) => kind === 'foreign_charge')).toEqual([])
    expect((await readRenewal(token)).body.charge_on).toBe(addYears(6, order.paid_at))
    const orderRows = await shop.backend.db.select().from(orders)
    expect(orderRows.filter(({ checkoutId }) => checkoutId === row?.checkoutId)).toHaveLength(1)
    const mails = await listRenewalMails(shop.backend, order.id)
    expect(mails.map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`)).toEqual([
      'renewal_mail renewal',
      `renewal_reminder_mail ${addYears(3, order.paid_at)}`,
      `renewal_reminder_mail ${addYears(6, order.paid_at)}`,
    ])
  })

  it('is past due after a decline, and active again once it is paid', async () => {
    const { token, ref } = await createRunningRenewal()
    const failedInvoice = await callControl('/_renewals', {
      subscription: ref,
      card: 'pm_card_chargeDeclined',
    })
    await sendSubscriptionEvent('invoice.payment_failed', failedInvoice)
    expect((await readRenewal(token)).body.status).toBe('past_due')
    await sendSubscriptionEvent(
      'invoice.paid',
      await callControl('/_renewals', { subscription: ref }),
    )
    expect((await readRenewal(token)).body.status).toBe('active')
  })

  it('can be stopped by the customer, and is never charged again', async () => {
    const { token, order } = await createRunningRenewal()
    expect((await stopRenewal(token)).body).toMatchObject({ status: 'stopped' })
    expect((await stopRenewal(token)).body).toMatchObject({ status: 'stopped' })
    expect(await listSubscriptions(token)).toMatchObject([{ status: 'canceled' }])
    expect((await saveCard(token)).body.code).toBe('not_offered')
    expect((await beginRenewal(token)).body).toEqual({ status: 'failed', error: 'stopped' })
    expect((await readCheckout(token)).body.order).toEqual(order)
  })

  it('stays active until the provider confirms the cancellation', async () => {
    const { token } = await createRunningRenewal()
    await shop.provider.addFaults({
      fault: 'error_500_before',
      match: { method: 'DELETE', path: '/v1/subscriptions' },
    })
    const { status, body } = await stopRenewal(token)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect((await readRenewal(token)).body.status).toBe('active')
  })

  it('cancelled at the provider is stopped here too', async () => {
    const { token, ref } = await createRunningRenewal()
    await fetch(`${shop.provider.url}/v1/subscriptions/${ref}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    await sendSubscriptionEvent('customer.subscription.deleted', {
      id: ref,
      object: 'subscription',
    })
    expect((await readRenewal(token)).body.status).toBe('stopped')
    expect((await beginRenewal(token)).body.status).toBe('failed')
  })

  it('is stopped when the plan is refunded', async () => {
    const { token, order } = await createRunningRenewal()
    const [attempt] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, order.id))
    const intent = attempt?.providerRef ?? ''
    await shop.provider.refund(intent)
    await sendSubscriptionEvent('charge.refunded', { object: 'charge', payment_intent: intent })
    expect((await readRenewal(token)).body.status).toBe('stopped')
    expect(await listSubscriptions(token)).toMatchObject([{ status: 'canceled' }])
  })

  it('ignores events of unknown subscriptions', async () => {
    expect(
      (
        await sendSubscriptionEvent('customer.subscription.updated', {
          id: 'sub_other',
          metadata: {},
        })
      ).status,
    ).toBe(200)
    expect(
      (await sendSubscriptionEvent('invoice.paid', { id: 'in_other', parent: null })).status,
    ).toBe(200)
  })
})

describe('the renewal mails', () => {
  const sendAndReadMails = async () => {
    await sendDueMessages(shop.backend, channels.mails)
    const folder = join(shop.backend.env.dataDir, mailFolder)
    const names = await readdir(folder).catch(() => [])
    return Promise.all(
      names
        .filter(name => name.includes('renewal'))
        .map(async name => ({ name, text: await readFile(join(folder, name), 'utf8') })),
    )
  }

  it('contain the price, the date and a link that stops the renewal', async () => {
    const { token, order } = await createRunningRenewal()
    const mail = (await sendAndReadMails()).find(({ name }) => name.includes(order.id))
    expect(mail?.text).toContain('auto-renewal')
    const { price } = (await readRenewal(token)).body
    const text = (mail?.text ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    expect(text).toContain(`$${price.total.toFixed(2)}`)
    const code = /auto-renewal\/\?code=([\w.-]+)/.exec(text)?.[1] ?? ''
    const pressStop = (linkCode: string) =>
      callRoute(stopByMailRoute, {
        method: 'POST',
        rawBody: `code=${linkCode}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await pressStop(`${code}x`)).headers.location).toBe(
      '/checkouts/auto-renewal/?outcome=unknown',
    )
    expect((await readRenewal(token)).body.status).toBe('active')
    expect((await pressStop(code)).headers.location).toBe(
      '/checkouts/auto-renewal/?outcome=stopped',
    )
    expect((await readRenewal(token)).body.status).toBe('stopped')
  })

  it('are sent again a month before the charge, except for stopped renewals', async () => {
    const activeRenewal = await createRunningRenewal()
    const stoppedRenewal = await createRunningRenewal()
    await sendAndReadMails()
    await stopRenewal(stoppedRenewal.token)
    shop.advanceClock((3 * 365 - 20) * 86_400_000)
    await sendDueMessages(shop.backend, channels.mails)
    const listMailStates = async (id: string) =>
      (await listRenewalMails(shop.backend, id)).map(({ sentAt, closed }) =>
        sentAt ? 'sent' : closed,
      )
    expect(await listMailStates(activeRenewal.order.id)).toEqual(['sent', 'sent'])
    expect(await listMailStates(stoppedRenewal.order.id)).toEqual(['sent', 'nothing_to_send'])
  })
})

// Last: the provider's clock does not move with the shop's.
describe('a card whose bank is not answered', () => {
  it('has no hash of an address a day later', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    await saveCard(token, 'pm_card_authenticationRequired')
    expect((await findRenewalRow(shop.backend, token))?.limitHits).toHaveLength(2)
    shop.advanceClock(25 * 60 * 60_000)
    await runRetention(shop.backend)
    expect((await findRenewalRow(shop.backend, token))?.limitHits).toEqual([])
  })
})
