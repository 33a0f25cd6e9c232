import Stripe from 'stripe'
import { type FaultInjector, newFaultInjector, rulesSchema } from '@/sandbox/fault-injection'
import { isPaypalPath } from '@/sandbox/paypal/api'
import { newSigner } from '@/sandbox/paypal/certificate'
import { buildSignatureHeaders } from '@/sandbox/paypal/signature'
import type { AnyProvider } from './any-provider'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import {
  callPaypal,
  type ProviderOptions,
  paypalToken,
  sandboxCredentials,
  signPayload,
  startProvider,
  toStripeHost,
} from './provider'
import { paypalMovements, stripeMovements } from './public-ledger'
import { deriveEvents, type ProviderEvent } from './signed-webhooks'
import { newWebhookRedelivery, type WebhookRedelivery } from './webhook-redelivery'

/** Base URL and key of a service. */
interface Service {
  base: string
  key: string
}

/**
 * Runs the shop against an external service through a proxy. The proxy uses the service's keys,
 * injects faults, and sends the shop events derived from the calls, so the service's own events are
 * not needed. The sandbox replaces a provider that is not configured, through the same public
 * calls.
 */
export async function startExternalProvider(options: ProviderOptions): Promise<AnyProvider> {
  const sandbox = await startProvider({ shopPort: unusedPort })
  const { stripe, paypal } = readServices(process.env, sandbox.url)
  const serviceClient = new Stripe(stripe.key, toStripeHost(stripe.base))
  const since = new Date()
  const earlierIntents = new Set(
    (await stripeMovements(serviceClient, since)).map(({ intent }) => intent),
  )

  const faults = newFaultInjector()
  /** Faults that hide a payment from the shop while it is made. */
  let silentFaults: FaultInjector | undefined
  const orders = new Set<string>()
  const redelivery = newWebhookRedelivery(
    options,
    (delivery, type) => silentFaults !== undefined || faults.shouldHold(delivery, type),
  )
  const postEvent = createEventPoster(redelivery, () => proxy.url)
  const proxy: FaultProxy = await startFaultProxy({
    resolveTarget: (path, headers) =>
      resolveTarget(isPaypalPath(path) ? paypal : stripe, path, headers),
    serveLocally: () => postEvent.certificate,
    findFault: (method, path) => (silentFaults ?? faults).matchRequest(method, path),
    onForwarded: call => {
      if (call.path === '/v2/checkout/orders' && call.body?.id) orders.add(call.body.id)
      for (const providerEvent of deriveEvents(call)) postEvent(providerEvent)
    },
  })
  const shopClient = new Stripe('sk_test_sandbox', toStripeHost(proxy.url))
  return {
    url: proxy.url,
    addFaults: async (...rules) => {
      faults.add(rulesSchema.parse(rules))
    },
    clearFaults: async () => {
      faults.clear()
      redelivery.sendDue()
    },
    movements: async () => [
      ...(await stripeMovements(serviceClient, since)).filter(
        ({ intent }) => !earlierIntents.has(intent),
      ),
      ...(await paypalMovements(await createPaypalReader(paypal), [...orders])),
    ],
    capturedEvents: redelivery.capturedEvents,
    deliveries: async () => redelivery.deliveries(),
    payOutOfBand: async pay => {
      silentFaults = newFaultInjector()
      silentFaults.add(rulesSchema.parse(hiddenFaults))
      try {
        return (await pay('pm_card_visa'))?.body
      } finally {
        silentFaults = undefined
        redelivery.sendDue()
      }
    },
    collectToken: async cardNumber => {
      const params = { payment_method: testCards[cardNumber] ?? 'pm_card_visa' }
      return (await shopClient.testHelpers.confirmationTokens.create(params)).id
    },
    approve: async order => {
      const path = `/v2/checkout/orders/${order}/confirm-payment-source`
      const { status, body } = await callPaypal(proxy.url, 'POST', path, {
        payment_source: { card },
      })
      if (status >= 300) throw new Error(`the order was not approved: ${JSON.stringify(body)}`)
    },
    refund: async (intent, amount) =>
      (await shopClient.refunds.create({ payment_intent: intent, ...(amount && { amount }) })).id,
    stop: async () => {
      redelivery.stop()
      await proxy.stop()
      await sandbox.stop()
    },
  }
}

/** No server listens here: the sandbox's own events are lost, as with a service that sends none. */
const unusedPort = 9

/** The charge succeeds, and the shop cannot read it until the faults end. */
const hiddenFaults = [
  { fault: 'drop_after', match: { method: 'POST', path: '/v1/payment_intents$' } },
  { fault: 'drop_before', match: { method: 'GET', path: '/v1/payment_intents' } },
]

/** Stripe's test payment methods for card numbers. */
const testCards: Record<string, string> = { '4000000000000002': 'pm_card_chargeDeclined' }

/** A PayPal card source: paying with one approves the order without PayPal's page. */
const card = { number: '4111111111111111', expiry: '2040-12' }

/** The configured services; the sandbox for one that is not configured. */
function readServices(
  variables: NodeJS.ProcessEnv,
  sandbox: string,
): { stripe: Service; paypal: Service } {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY = 'sk_test_sandbox' } = variables
  const { PAYPAL_API_BASE, PAYPAL_CLIENT_ID, PAYPAL_SECRET } = variables
  const credentials = PAYPAL_CLIENT_ID ? `${PAYPAL_CLIENT_ID}:${PAYPAL_SECRET}` : sandboxCredentials
  return {
    stripe: STRIPE_API_BASE
      ? { base: requireLoopback(STRIPE_API_BASE), key: STRIPE_SECRET_KEY }
      : { base: sandbox, key: 'sk_test_sandbox' },
    paypal: PAYPAL_API_BASE
      ? { base: requireLoopback(PAYPAL_API_BASE), key: credentials }
      : { base: sandbox, key: sandboxCredentials },
  }
}

async function createPaypalReader({ base, key }: Service) {
  const token = await paypalToken(base, key)
  return (path: string) => callPaypal(base, 'GET', path, undefined, token)
}

/** Throws unless the URL is on this machine: test keys and payments must not leave it. */
function requireLoopback(base: string): string {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(base).hostname))
    throw new Error(`Tests pay on this machine only, not at ${base}.`)
  return base.replace(/\/$/, '')
}

/** Replaces the sandbox's keys by the service's. PayPal certificates are served by the proxy. */
function resolveTarget(
  { base, key }: Service,
  path: string,
  { authorization = '' }: { authorization?: string | undefined },
) {
  if (path.startsWith(certificatesPath)) return undefined
  if (path === '/v1/oauth2/token')
    return { base, headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` } }
  const headers = { authorization: isPaypalPath(path) ? authorization : `Bearer ${key}` }
  return { base, headers }
}

const certificatesPath = '/v1/notifications/certs/'

/** Posts each event once, signed for its provider. */
function createEventPoster(redelivery: WebhookRedelivery, url: () => string) {
  const signer = newSigner()
  const postedIds = new Set<string>()
  const postEvent = ({ id, provider, type, body }: ProviderEvent) => {
    if (postedIds.has(id)) return
    postedIds.add(id)
    const certificateUrl = `${url()}${certificatesPath}TESTS`
    const signingConfig = { signer, webhookId: 'sandbox-webhook', certificateUrl }
    const sign = (text: string): Record<string, string> =>
      provider === 'stripe'
        ? { 'stripe-signature': signPayload(text) }
        : buildSignatureHeaders(text, signingConfig)
    redelivery.post({ provider, type, body: JSON.stringify(body), sign })
  }
  return Object.assign(postEvent, { certificate: signer.certificate })
}
