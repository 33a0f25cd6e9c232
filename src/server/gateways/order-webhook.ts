import { createHmac } from 'node:crypto'
import type { OrderEvent } from '@/contract/order-events'
import type { Env } from '@/server/config/env'
import { measuredFetch } from '@/server/infra/measure-call'

export interface OrderWebhook {
  /** Posts the event; throws a `WebhookError` unless the operator's system answers 2xx in time. */
  send: (event: OrderEvent) => Promise<void>
}

/** Why an event was not accepted, as a code; never the response body, which may be anything. */
class WebhookError extends Error {
  override readonly name = 'WebhookError'

  constructor(readonly code: string) {
    super(`the event was not taken: ${code}`)
  }
}

const defaultTimeoutMs = 10_000
const signatureHeader = 'X-Order-Signature'

/** The webhook at `ORDER_WEBHOOK_URL`; undefined when that is not set. */
export function createOrderWebhook(
  { orderWebhook: settings }: Pick<Env, 'orderWebhook'>,
  now: () => Date,
  timeoutMs = defaultTimeoutMs,
): OrderWebhook | undefined {
  if (!settings) return undefined
  const { url, secrets } = settings
  return {
    send: async event => {
      const body = JSON.stringify(event)
      const status = await postEvent(url, timeoutMs, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'ida-checkout',
          [signatureHeader]: signBody(body, secrets, Math.floor(now().getTime() / 1_000)),
        },
      })
      if (status < 200 || status > 299) throw new WebhookError(`HTTP ${status}`)
    },
  }
}

/** `t=<seconds>,v1=<hex>`, one `v1` per secret: HMAC-SHA256 with it over `<seconds>.<body>`. */
const signBody = (body: string, secrets: readonly string[], seconds: number): string =>
  [
    `t=${seconds}`,
    ...secrets.map(
      secret => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
    ),
  ].join(',')

/** Returns the status. Follows no redirects: the event is meant for this address. */
async function postEvent(url: string, timeoutMs: number, request: RequestInit): Promise<number> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await measuredFetch('webhook', url, { ...request, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    throw new WebhookError(name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? name))
  }
}
