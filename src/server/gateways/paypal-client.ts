import type {
  ApiError,
  CapturedPayment,
  Money,
  Order,
  OrdersCapture,
} from '@paypal/paypal-server-sdk'
import type { Paypal } from '@/server/config/env'
import { paypalSandboxUrl } from '@/server/config/variables'
import { measuredFetch } from '@/server/infra/measure-call'

export type { Order, OrdersCapture }

/** The parameters of a PayPal order; `value` is the amount as PayPal's decimal string. */
export interface OrderInput {
  attemptId: string
  orderId: string
  idempotencyKey: string
  value: string
  currency: string
  /** The shop's name on the customer's statement. */
  statementDescriptor?: string | undefined
  /** Where PayPal's own page sends the customer back to. */
  returnUrl: string
  cancelUrl: string
}

/** PayPal's API through its SDK. `parseProblem` reads the errors thrown. */
export interface PaypalClient {
  createOrder: (input: OrderInput) => Promise<Order>
  retrieve: (ref: string) => Promise<Order>
  capture: (ref: string, idempotencyKey: string) => Promise<Order>
  /** Without an amount all that is left. */
  refund: (captureId: string, idempotencyKey: string, amount?: Money) => Promise<void>
}

/** Timeout of every call to PayPal. */
const defaultTimeoutMs = 10_000
const preferRepresentation = 'return=representation'

/** Loads the SDK with its first call: it would make every start a tenth longer. */
export function createPaypalClient(
  settings: Paypal,
  timeoutMs: number = defaultTimeoutMs,
): PaypalClient {
  let loading: Promise<PaypalClient> | undefined
  const load = () => {
    loading ??= loadPaypalClient(settings, timeoutMs)
    return loading
  }
  return {
    createOrder: async input => (await load()).createOrder(input),
    retrieve: async ref => (await load()).retrieve(ref),
    capture: async (...args) => (await load()).capture(...args),
    refund: async (...args) => (await load()).refund(...args),
  }
}

type Sdk = typeof import('@paypal/paypal-server-sdk')

async function loadPaypalClient(
  { clientId, secret, apiBase }: Paypal,
  timeoutMs: number,
): Promise<PaypalClient> {
  const sdk = await import('@paypal/paypal-server-sdk')
  const client = new sdk.Client({
    timeout: timeoutMs,
    environment:
      apiBase === paypalSandboxUrl ? sdk.Environment.Sandbox : sdk.Environment.Production,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: secret },
    unstable_httpClientOptions: { adapter: createAdapter(apiBase, timeoutMs) },
  })
  const orders = new sdk.OrdersController(client)
  const payments = new sdk.PaymentsController(client)
  return {
    createOrder: async input => (await orders.createOrder(buildOrder(sdk, input))).result,
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
    refund: async (captureId, paypalRequestId, amount) => {
      const body = amount ? { amount } : {}
      await payments.refundCapturedPayment({ captureId, paypalRequestId, body })
    },
  }
}

const buildOrder = (sdk: Sdk, input: OrderInput) => ({
  paypalRequestId: input.idempotencyKey,
  prefer: preferRepresentation,
  body: {
    intent: sdk.CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        amount: { currencyCode: input.currency, value: input.value },
        customId: input.attemptId,
        invoiceId: input.orderId,
        ...(input.statementDescriptor && { softDescriptor: input.statementDescriptor }),
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          shippingPreference: sdk.PaypalWalletContextShippingPreference.NoShipping,
          userAction: sdk.PaypalExperienceUserAction.PayNow,
          returnUrl: input.returnUrl,
          cancelUrl: input.cancelUrl,
        },
      },
    },
  },
})

/** The SDK's request to its transport. */
interface SdkRequest {
  url: string
  method?: string
  headers: { toJSON: () => Record<string, string> }
  data?: string
}

/**
 * The SDK's transport: replaces the SDK's built-in address by `apiBase`. The timeout includes
 * reading the response.
 */
const createAdapter =
  (apiBase: string | undefined, timeoutMs: number) => async (request: SdkRequest) => {
    const { pathname, search, origin } = new URL(request.url)
    const response = await measuredFetch('paypal', `${apiBase ?? origin}${pathname}${search}`, {
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

/** Why a call failed; undefined when its effect is unknown. */
export function parseProblem(error: unknown): { status: number; issue: string } | undefined {
  if (!isApiError(error)) return undefined
  const { statusCode: status, result } = error
  // The effect is unknown after a server error or timeout, and while the same call is running.
  if (status >= 500 || status === 408 || status === 409) return undefined
  const { details, name } = (result ?? {}) as { details?: { issue?: string }[]; name?: string }
  return { status, issue: (details?.[0]?.issue ?? name ?? `http_${status}`).toLowerCase() }
}

/** Only its API errors have a status; the SDK's class would have to be loaded first. */
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'statusCode' in error

/** The capture of an order; there is at most one. */
export const findCapture = (order: Order): OrdersCapture | CapturedPayment | undefined =>
  order.purchaseUnits?.[0]?.payments?.captures?.at(-1)
