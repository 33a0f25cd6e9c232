import Stripe from 'stripe'
import { type Chaos, newChaos, rulesSchema } from '@/sandbox/fault-injection'
import { isPaypalPath } from '@/sandbox/paypal/api'
import { newSigner } from '@/sandbox/paypal/certificate'
import { signatureHeaders } from '@/sandbox/paypal/signature'
import type { AnyProvider } from './any-provider'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import {
  askPaypal,
  hostOf,
  paypalToken,
  sandboxOwner,
  signed,
  startProvider,
  type Wishes,
} from './provider'
import { paypalMovements, stripeMovements } from './public-ledger'
import { eventsAfter, type Told } from './signed-webhooks'
import { newPostman, type Postman } from './webhook-redelivery'

/** Where a service is, and the keys it knows. */
interface Service {
  base: string
  key: string
}

/**
 * A shop over the service that the tests were started with. It talks to it through a proxy, which knows the service's
 * keys, does the faults, and tells the shop what the service has done: whether it sends events by itself does not
 * matter. For a provider that was not named the sandbox stands in, and is asked through the same public calls.
 */
export async function startElsewhere(wishes: Wishes): Promise<AnyProvider> {
  const sandbox = await startProvider({ shopPort: nobody })
  const { stripe, paypal } = servicesIn(process.env, sandbox.url)
  const asked = new Stripe(stripe.key, hostOf(stripe.base))
  const since = new Date()
  const earlier = new Set((await stripeMovements(asked, since)).map(({ intent }) => intent))

  const chaos = newChaos()
  /** While a payment is made that the shop is not to hear of. */
  let silence: Chaos | undefined
  const orders = new Set<string>()
  const postman = newPostman(
    wishes,
    (delivery, type) => silence !== undefined || chaos.holds(delivery, type),
  )
  const post = postingTo(postman, () => proxy.url)
  const proxy: FaultProxy = await startFaultProxy({
    onward: (path, headers) => onwardTo(isPaypalPath(path) ? paypal : stripe, path, headers),
    served: () => post.certificate,
    fault: (method, path) => (silence ?? chaos).takeRequest(method, path),
    done: call => {
      if (call.path === '/v2/checkout/orders' && call.body?.id) orders.add(call.body.id)
      for (const told of eventsAfter(call)) post(told)
    },
  })
  const own = new Stripe('sk_test_sandbox', hostOf(proxy.url))
  return {
    url: proxy.url,
    breakOn: async (...rules) => {
      chaos.add(rulesSchema.parse(rules))
    },
    heal: async () => {
      chaos.clear()
      postman.pump()
    },
    movements: async () => [
      ...(await stripeMovements(asked, since)).filter(({ intent }) => !earlier.has(intent)),
      ...(await paypalMovements(await paypalReader(paypal), [...orders])),
    ],
    letters: postman.letters,
    deliveries: async () => postman.deliveries(),
    agree: async paying => {
      silence = newChaos()
      silence.add(rulesSchema.parse(notHeard))
      try {
        return (await paying('pm_card_visa'))?.body
      } finally {
        silence = undefined
        postman.pump()
      }
    },
    collect: async number => {
      const asked = { payment_method: testCards[number] ?? 'pm_card_visa' }
      return (await own.testHelpers.confirmationTokens.create(asked)).id
    },
    approve: async order => {
      const path = `/v2/checkout/orders/${order}/confirm-payment-source`
      const { status, body } = await askPaypal(proxy.url, 'POST', path, {
        payment_source: { card },
      })
      if (status >= 300) throw new Error(`the order was not approved: ${JSON.stringify(body)}`)
    },
    refund: async (intent, amount) =>
      (await own.refunds.create({ payment_intent: intent, ...(amount && { amount }) })).id,
    stop: async () => {
      postman.stop()
      await proxy.stop()
      await sandbox.stop()
    },
  }
}

/** Nobody listens there: the sandbox's own events are lost, as those of a service that sends none. */
const nobody = 9

/** The money is taken, and the shop learns nothing until it may ask again. */
const notHeard = [
  { fault: 'drop_after', match: { method: 'POST', path: '/v1/payment_intents$' } },
  { fault: 'drop_before', match: { method: 'GET', path: '/v1/payment_intents' } },
]

/** Stripe's own names for cards that nobody types. */
const testCards: Record<string, string> = { '4000000000000002': 'pm_card_chargeDeclined' }

/** A card in PayPal's own words: whoever pays with one approves without a page of PayPal's. */
const card = { number: '4111111111111111', expiry: '2040-12' }

/** The services that variables name, and the sandbox for one that they do not. */
function servicesIn(
  variables: NodeJS.ProcessEnv,
  sandbox: string,
): { stripe: Service; paypal: Service } {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY = 'sk_test_sandbox' } = variables
  const { PAYPAL_API_BASE, PAYPAL_CLIENT_ID, PAYPAL_SECRET } = variables
  const owner = PAYPAL_CLIENT_ID ? `${PAYPAL_CLIENT_ID}:${PAYPAL_SECRET}` : sandboxOwner
  return {
    stripe: STRIPE_API_BASE
      ? { base: onLoopback(STRIPE_API_BASE), key: STRIPE_SECRET_KEY }
      : { base: sandbox, key: 'sk_test_sandbox' },
    paypal: PAYPAL_API_BASE
      ? { base: onLoopback(PAYPAL_API_BASE), key: owner }
      : { base: sandbox, key: sandboxOwner },
  }
}

async function paypalReader({ base, key }: Service) {
  const token = await paypalToken(base, key)
  return (path: string) => askPaypal(base, 'GET', path, undefined, token)
}

/** Keys of anybody's, and hundreds of payments, stay on this machine. */
function onLoopback(base: string): string {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(base).hostname))
    throw new Error(`Tests pay on this machine only, not at ${base}.`)
  return base.replace(/\/$/, '')
}

/** The shop's own keys are the sandbox's: here they become the service's. What is PayPal's certificate stays here. */
function onwardTo(
  { base, key }: Service,
  path: string,
  { authorization = '' }: { authorization?: string | undefined },
) {
  if (path.startsWith(certificates)) return undefined
  if (path === '/v1/oauth2/token')
    return { base, headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` } }
  const headers = { authorization: isPaypalPath(path) ? authorization : `Bearer ${key}` }
  return { base, headers }
}

const certificates = '/v1/notifications/certs/'

/** Tells each event once, signed as the shop expects it of both providers. */
function postingTo(postman: Postman, url: () => string) {
  const signer = newSigner()
  const known = new Set<string>()
  const post = ({ id, from, type, body }: Told) => {
    if (known.has(id)) return
    known.add(id)
    const certificateUrl = `${url()}${certificates}TESTS`
    const signing = { signer, webhookId: 'sandbox-webhook', certificateUrl }
    const sign = (text: string): Record<string, string> =>
      from === 'stripe' ? { 'stripe-signature': signed(text) } : signatureHeaders(text, signing)
    postman.post({ from, type, body: JSON.stringify(body), sign })
  }
  return Object.assign(post, { certificate: signer.certificate })
}
