import * as z from 'zod'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import type { Paypal } from '@/server/config/env'
import { paypalSandboxUrl } from '@/server/config/variables'

const timeoutMs = 10_000

const tokenSchema = z.object({ access_token: z.string() })
const disputeListSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).default([]),
})
const disputeSchema = z.object({
  dispute_outcome: z.object({ outcome_code: z.string() }).partial().optional(),
})

/** Reads disputes, which PayPal's SDK does not cover. */
export interface PaypalDisputes {
  /**
   * The dispute of a captured payment: null without one, undefined when the shop's PayPal app may
   * not read disputes. Throws when PayPal does not answer.
   */
  retrieveState: (capture: string) => Promise<RefundsAndDisputes['dispute'] | undefined>
}

export function createPaypalDisputes({ clientId, secret, apiBase }: Paypal): PaypalDisputes {
  const baseUrl = apiBase ?? 'https://api-m.paypal.com'
  const origin = apiBase === paypalSandboxUrl ? paypalSandboxUrl : baseUrl
  const sendRequest = async (path: string, options: RequestInit): Promise<Response> =>
    fetch(`${origin}${path}`, {
      ...options,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const fetchAccessToken = async (): Promise<string> => {
    const response = await sendRequest('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    if (!response.ok) throw new Error(`PayPal gave no token: ${response.status}`)
    return tokenSchema.parse(await response.json()).access_token
  }
  return {
    retrieveState: async capture => {
      const headers = { authorization: `Bearer ${await fetchAccessToken()}` }
      const query = new URLSearchParams({ disputed_transaction_id: capture })
      const listResponse = await sendRequest(`/v1/customer/disputes?${query}`, { headers })
      if (listResponse.status === 401 || listResponse.status === 403) return undefined
      if (listResponse.status === 404) return null
      if (!listResponse.ok) throw new Error(`PayPal listed no disputes: ${listResponse.status}`)
      const states: ('open' | 'won' | 'lost')[] = []
      for (const { dispute_id: id, status } of disputeListSchema.parse(await listResponse.json())
        .items) {
        if (status !== 'RESOLVED') {
          states.push('open')
          continue
        }
        const disputeResponse = await sendRequest(
          `/v1/customer/disputes/${encodeURIComponent(id)}`,
          { headers },
        )
        if (!disputeResponse.ok)
          throw new Error(`PayPal answered the dispute query with ${disputeResponse.status}`)
        const code =
          disputeSchema.parse(await disputeResponse.json()).dispute_outcome?.outcome_code ?? ''
        states.push(lostOutcomes.has(code) ? 'lost' : 'won')
      }
      // Of several disputes an open one counts before a lost one, and a lost one before a won one.
      return (['open', 'lost', 'won'] as const).find(dispute => states.includes(dispute)) ?? null
    },
  }
}

/** The shop loses the money; with every other outcome it keeps it. */
const lostOutcomes = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])
