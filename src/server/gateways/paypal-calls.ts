import {
  ApiError,
  type CapturedPayment,
  CheckoutPaymentIntent,
  Client,
  Environment,
  type Order,
  type OrdersCapture,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import { type Paypal, paypalSandbox } from '@/server/config/env'

export type { Order, OrdersCapture }

/** An order as we ask for it; `value` is PayPal's text of the amount. */
export interface OrderCall {
  attemptId: string
  orderId: string
  idempotencyKey: string
  value: string
  currency: string
  /** Where a customer whose browser has left the shop comes back to. */
  returnUrl: string
  cancelUrl: string
}

/** Calls of PayPal's API, through its own SDK. Each throws what `problemOf` reads. */
export interface PaypalCalls {
  create: (call: OrderCall) => Promise<Order>
  read: (ref: string) => Promise<Order>
  capture: (ref: string, idempotencyKey: string) => Promise<Order>
  refund: (capture: string, idempotencyKey: string) => Promise<void>
}

/** Nothing waits for the provider longer than this. */
const patienceMs = 10_000
const whole = 'return=representation'

export function paypalCalls(
  { clientId, secret, apiBase }: Paypal,
  timeout = patienceMs,
): PaypalCalls {
  const client = new Client({
    timeout,
    environment: apiBase === paypalSandbox ? Environment.Sandbox : Environment.Production,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: secret },
    unstable_httpClientOptions: { adapter: adapterTo(apiBase, timeout) },
  })
  const orders = new OrdersController(client)
  const payments = new PaymentsController(client)
  return {
    create: async call => (await orders.createOrder(orderFor(call))).result,
    read: async ref => (await orders.getOrder({ id: ref })).result,
    capture: async (ref, paypalRequestId) =>
      (await orders.captureOrder({ id: ref, paypalRequestId, prefer: whole, body: {} })).result,
    refund: async (captureId, paypalRequestId) =>
      void (await payments.refundCapturedPayment({ captureId, paypalRequestId, body: {} })),
  }
}

const orderFor = (call: OrderCall) => ({
  paypalRequestId: call.idempotencyKey,
  prefer: whole,
  body: {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        amount: { currencyCode: call.currency, value: call.value },
        customId: call.attemptId,
        invoiceId: call.orderId,
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          userAction: PaypalExperienceUserAction.PayNow,
          returnUrl: call.returnUrl,
          cancelUrl: call.cancelUrl,
        },
      },
    },
  },
})

/** What the SDK hands to its transport. */
interface Sent {
  url: string
  method?: string
  headers: { toJSON: () => Record<string, string> }
  data?: string
}

/**
 * Sends the SDK's calls; it knows no address but PayPal's own. The whole call ends in time, with the reading of
 * the answer.
 */
const adapterTo = (apiBase: string | undefined, timeout: number) => async (sent: Sent) => {
  const { pathname, search, origin } = new URL(sent.url)
  const response = await fetch(`${apiBase ?? origin}${pathname}${search}`, {
    method: (sent.method ?? 'GET').toUpperCase(),
    headers: sent.headers.toJSON(),
    ...(sent.data !== undefined && { body: sent.data }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  return {
    data: await response.text(),
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    config: sent,
  }
}

/** Why a call did not succeed; undefined when nobody knows what it did. */
export function problemOf(error: unknown): { status: number; issue: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { statusCode: status, result } = error
  // Nothing is known after a fault of theirs, nor while the same call is under way.
  if (status >= 500 || status === 408 || status === 409) return undefined
  const { details, name } = (result ?? {}) as { details?: { issue?: string }[]; name?: string }
  return { status, issue: (details?.[0]?.issue ?? name ?? `http_${status}`).toLowerCase() }
}

/** The capture of an order; there is one at most. */
export const captureIn = (order: Order): OrdersCapture | CapturedPayment | undefined =>
  order.purchaseUnits?.[0]?.payments?.captures?.at(-1)
