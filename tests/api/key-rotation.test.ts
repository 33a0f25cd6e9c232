import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '@/commands/program'
import { type Env, readEnv } from '@/server/config/env'
import { createOrderWebhook } from '@/server/gateways/order-webhook'
import { createStripeGateway } from '@/server/gateways/stripe'
import { callRoute } from '../support/call-route'
import { startCheckout } from '../support/customer'
import { callOperator, operatorKey } from '../support/operator'
import { buildEvent, signPayload } from '../support/provider'
import { startWebhookReceiver } from '../support/webhook-receiver'
import { withShop } from '../support/with-shop'

// The steps of docs/going-live.md, Rotating keys: an old key, then both, then the new one.
const shop = withShop()

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

/** The shop restarted with other settings. */
function restartWith(variables: Record<string, string>): Env {
  const env = readEnv({ ...liveKeys, ...variables })
  const { apiKeys, operatorKeys } = env
  Object.assign(shop.backend, {
    env: { ...shop.backend.env, apiKeys, operatorKeys },
    stripe: createStripeGateway(env),
  })
  return env
}

/** The three states of a rotation, and whether each key is accepted in it. */
const states = [
  { title: 'before', keys: (old: string, _: string) => old, accepted: [true, false] },
  {
    title: 'during',
    keys: (old: string, next: string) => `${next} ${old}`,
    accepted: [true, true],
  },
  { title: 'after', keys: (_: string, next: string) => next, accepted: [false, true] },
]

describe.each(states)('$title a rotation', ({ keys, accepted }) => {
  it('Stripe’s events are checked with the secrets that are set', async () => {
    restartWith({ STRIPE_WEBHOOK_SECRET: keys('whsec_old', 'whsec_new') })
    const payload = JSON.stringify(buildEvent('payment_intent.created', { id: 'pi_other' }))
    const send = (secret: string) =>
      callRoute('/api/webhooks/stripe/', {
        method: 'POST',
        rawBody: payload,
        headers: { 'stripe-signature': signPayload(payload, secret) },
      })
    const replies = [await send('whsec_old'), await send('whsec_new'), await send('whsec_other')]
    expect(replies.map(({ status }) => status === 200)).toEqual([...accepted, false])
  })

  it('operators’ calls are checked with the keys that are set', async () => {
    const nextKey = `${operatorKey}-2`
    restartWith({ OPERATOR_KEY: keys(operatorKey, nextKey) })
    const list = async (key: string) => {
      const { status } = await callOperator('/orders/', {
        headers: { authorization: `Bearer ${key}` },
      })
      return status === 200
    }
    expect([await list(operatorKey), await list(nextKey), await list('')]).toEqual([
      ...accepted,
      false,
    ])
  })

  it('calls of open tabs are checked with the site keys that are set', async () => {
    restartWith({ API_KEY: keys('old', 'new') })
    const call = async (api_key: string) => {
      const { status } = await callRoute('/backend/api/checkout/', {
        method: 'POST',
        body: { api_key },
      })
      return status === 200
    }
    expect([await call('old'), await call('new'), await call('old new')]).toEqual([
      ...accepted,
      false,
    ])
    restartWith({ API_KEY: 'demo' })
    expect((await startCheckout()).token).toBeTruthy()
  })

  it('order events are accepted by a receiver with a secret that is set', async () => {
    const secrets = ['the-old-secret-of-orders', 'the-new-secret-of-orders'] as const
    const receiver = await startWebhookReceiver()
    onTestFinished(receiver.stop)
    const { orderWebhook } = restartWith({
      ORDER_WEBHOOK_URL: receiver.url,
      ORDER_WEBHOOK_SECRET: keys(...secrets),
    })
    const event = { id: '1', type: 'order.paid', created_at: '', data: {} }
    await createOrderWebhook({ orderWebhook }, () => new Date())?.send(event as never)
    const { headers, body } = receiver.received[0] ?? {}
    const isGenuine = await importReceiverExample()
    const isAccepted = (...known: string[]) =>
      isGenuine(headers?.['x-order-signature'], body ?? '', known)
    expect(secrets.map(secret => isAccepted(secret))).toEqual(accepted)
    expect(isAccepted(...secrets)).toBe(true)
    expect(isAccepted('another-secret-of-orders')).toBe(false)
    expect(isGenuine(headers?.['x-order-signature'], `${body} `, [...secrets])).toBe(false)
    expect(isGenuine(undefined, body ?? '', [...secrets])).toBe(false)
  })
})

type IsGenuine = (header: unknown, rawBody: string, secrets: string[]) => boolean

/** The receiver's check as docs/configuration.md shows it. */
async function importReceiverExample(): Promise<IsGenuine> {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'ida-receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, `${code}\nexport { isGenuine }`)
  return ((await import(/* @vite-ignore */ file)) as { isGenuine: IsGenuine }).isGenuine
}
