import * as z from 'zod'
import type { Aftermath } from '@/domain/payments/payment-states'
import { type Paypal, paypalSandbox } from '@/server/config/env'

const timeoutMs = 10_000

const token = z.object({ access_token: z.string() })
const listed = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).default([]),
})
const detail = z.object({
  dispute_outcome: z.object({ outcome_code: z.string() }).partial().optional(),
})

/** Reads disputes: PayPal's SDK has no call for them. */
export interface PaypalDisputes {
  /**
   * How a captured payment stands: null where nobody has disputed it, undefined where the shop's app at PayPal may
   * not see disputes. Throws where PayPal does not say.
   */
  of: (capture: string) => Promise<Aftermath['dispute'] | undefined>
}

export function paypalDisputes({ clientId, secret, apiBase }: Paypal): PaypalDisputes {
  const base = apiBase ?? 'https://api-m.paypal.com'
  const place = apiBase === paypalSandbox ? paypalSandbox : base
  const ask = async (path: string, options: RequestInit): Promise<Response> =>
    fetch(`${place}${path}`, {
      ...options,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const open = async (): Promise<string> => {
    const answer = await ask('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    if (!answer.ok) throw new Error(`PayPal gave no token: ${answer.status}`)
    return token.parse(await answer.json()).access_token
  }
  return {
    of: async capture => {
      const headers = { authorization: `Bearer ${await open()}` }
      const about = new URLSearchParams({ disputed_transaction_id: capture })
      const list = await ask(`/v1/customer/disputes?${about}`, { headers })
      if (list.status === 401 || list.status === 403) return undefined
      if (list.status === 404) return null
      if (!list.ok) throw new Error(`PayPal listed no disputes: ${list.status}`)
      const found: ('open' | 'won' | 'lost')[] = []
      for (const { dispute_id: id, status } of listed.parse(await list.json()).items) {
        if (status !== 'RESOLVED') {
          found.push('open')
          continue
        }
        const one = await ask(`/v1/customer/disputes/${encodeURIComponent(id)}`, { headers })
        if (!one.ok) throw new Error(`PayPal told of no dispute: ${one.status}`)
        const code = detail.parse(await one.json()).dispute_outcome?.outcome_code ?? ''
        found.push(isLost.has(code) ? 'lost' : 'won')
      }
      // A payment can be disputed more than once: one that is open, or was lost, counts.
      return (['open', 'lost', 'won'] as const).find(dispute => found.includes(dispute)) ?? null
    },
  }
}

/** The money is gone; with every other outcome the shop keeps it. */
const isLost = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])
