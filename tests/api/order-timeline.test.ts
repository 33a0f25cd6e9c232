import { expect, it } from 'vitest'
import { readTimeline } from '@/server/orders/order-timeline'
import { createPayableCheckout, pay, readCheckout, saveCheckout } from '../support/customer'
import { fulfilByCall, operatorKey, refundByCall } from '../support/operator'
import { createPhoto } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, variables: { OPERATOR_KEY: operatorKey } })

it('an operator sees what happened to an order, in order and without personal data', async () => {
  const { token, version } = await createPayableCheckout()
  const tick = () => shop.advanceClock(60_000)
  tick()
  const coupon = { name: 'take50' }
  await saveCheckout(token, version, { coupon, urgent: { selected: true, is_skip: false } })
  tick()
  const priced = (await readCheckout(token)).body
  expect((await pay(priced, 'pm_card_chargeDeclined')).status).toBe(402)
  tick()
  expect((await pay(priced)).status).toBe(200)
  tick()
  await createPhoto(token, 'profile')
  tick()
  const { order } = (await readCheckout(token)).body
  await refundByCall(order.id, { amount: 5, request_key: 'a-refund' })
  tick()
  await fulfilByCall(order.id, { tracking_number: 'JD01' })
  tick()
  await fulfilByCall(order.id, { tracking_number: 'JD02' })

  const readEntries = () => readTimeline(shop.backend, order.id)
  await expect
    .poll(async () => (await readEntries()).map(({ what }) => what))
    .toContain('provider event')
  const entries = await readEntries()
  const times = entries.map(({ at }) => at)
  expect(times).toEqual([...times].sort())
  const whats = entries.map(({ what }) => what)
  const expected = [
    'checkout begun',
    'step',
    'coupon',
    'payment begun',
    'payment failed',
    'payment captured',
    'order paid',
    'confirmation_mail queued',
    'photo uploaded',
    'refund done',
    'order fulfilled',
    'fulfilled_mail queued',
    'tracking',
  ]
  expect(whats.filter(what => expected.includes(what)).sort()).toEqual(
    expect.arrayContaining([...expected].sort()),
  )
  expect(entries.find(({ what }) => what === 'coupon')?.detail).toMatchObject({ applied: 'take50' })
  expect(entries.findLast(({ what }) => what === 'price')?.detail).toMatchObject({
    currency: 'USD',
    total: priced.quote.total,
  })
  const find = (name: string) => entries.find(({ what }) => what === name)?.detail
  expect(find('order fulfilled')).toEqual({ order: order.id, tracking_number: 'JD01' })
  expect(find('tracking')).toEqual({ from: 'JD01', to: 'JD02' })
  expect(JSON.stringify(entries)).not.toMatch(/ana@example|"Ana"|Portland/)
})
