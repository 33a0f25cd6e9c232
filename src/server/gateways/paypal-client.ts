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
import { type Paypal, paypalSandboxUrl } from '@/server/config/env'

export type { Order, OrdersCapture }

/** An order as we ask for it; `value` is PayPal's text of the amount. */
export interface OrderInput {
  attemptId: string
  orderId: string
  idempotencyKey: string
  value: string
  currency: string
  /** Where a customer whose browser has left the shop comes back to. */
  returnUrl: string
  cancelUrl: string
}

/** Calls of PayPal's API, through its own SDK. Each throws what `parseProblem` reads. */
export interface PaypalClient {
  createOrder: (input: OrderInput) => Promise<Order>
  retrieve: (ref: string) => Promise<Order>
  capture: (ref: string, idempotencyKey: string) => Promise<Order>
  refund: (captureId: string, idempotencyKey: string) => Promise<void>
}

/** Nothing waits for the provider longer than this. */
const defaultTimeoutMs = 10_000
const preferRepresentation = 'return=representation'

export function createPaypalClient(
  { clientId, secret, apiBase }: Paypal,
  timeoutMs = defaultTimeoutMs,
): PaypalClient {
  const client = new Client({
    timeout: timeoutMs,
    environment: apiBase === paypalSandboxUrl ? Environment.Sandbox : Environment.Production,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: secret },
    unstable_httpClientOptions: { adapter: createAdapter(apiBase, timeoutMs) },
  })
  const orders = new OrdersController(client)
  const payments = new PaymentsController(client)
  return {
    createOrder: async input => (await orders.createOrder(buildOrder(input))).result,
    retrieve: async ref => (await orders.getOrder({ id: ref })).result,
    capture: async (ref, paypalRequestId) =>
      (
        await orders.captureOrder({
          id: ref,
          paypalRequestId,
          prefer: preferRepresentation,
          body: {},
        })
      ).result,
    refund: async (captureId, paypalRequestId) =>
      void (await payments.refundCapturedPayment({ captureId, paypalRequestId, body: {} })),
  }
}

const buildOrder = (input: OrderInput) => ({
  paypalRequestId: input.idempotencyKey,
  prefer: preferRepresentation,
  body: {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        amount: { currencyCode: input.currency, value: input.value },
        customId: input.attemptId,
        invoiceId: input.orderId,
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          userAction: PaypalExperienceUserAction.PayNow,
          returnUrl: input.returnUrl,
          cancelUrl: input.cancelUrl,
        },
      },
    },
  },
})

/** What the SDK hands to its transport. */
interface SdkRequest {
  url: string
  method?: string
  headers: { toJSON: () => Record<string, string> }
  data?: string
}

/**
 * Sends the SDK's calls; it knows no address but PayPal's own. The whole call ends in time, with the reading of
 * the answer.
 */
const createAdapter =
  (apiBase: string | undefined, timeoutMs: number) => async (request: SdkRequest) => {
    const { pathname, search, origin } = new URL(request.url)
    const response = await fetch(`${apiBase ?? origin}${pathname}${search}`, {
      method: (request.method ?? 'GET').toUpperCase(),
      headers: request.headers.toJSON(),
      ...(request.data !== undefined && { body: request.data }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return {
      data: await response.text(),
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      config: request,
    }
  }

/** Why a call did not succeed; undefined when nobody knows what it did. */
export function parseProblem(error: unknown): { status: number; issue: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { statusCode: status, result } = error
  // Nothing is known after a fault of theirs, nor while the same call is under way.
  if (status >= 500 || status === 408 || status === 409) return undefined
  const { details, name } = (result ?? {}) as { details?: { issue?: string }[]; name?: string }
  return { status, issue: (details?.[0]?.issue ?? name ?? `http_${status}`).toLowerCase() }
}

/** The capture of an order; there is one at most. */
export const findCapture = (order: Order): OrdersCapture | CapturedPayment | undefined =>
  order.purchaseUnits?.[0]?.payments?.captures?.at(-1)
