import { channel } from 'node:diagnostics_channel'

/** The services of others, and the storage of photos. */
export type Service = 'stripe' | 'paypal' | 'mail' | 'webhook' | 'cms' | 'storage'

/** `refused`: an answer of 4xx. `failed`: a fault, a timeout or no answer. */
type Outcome = 'ok' | 'refused' | 'failed'

/** A call to a service, as it is published when it has ended. */
export interface MeasuredCall {
  service: Service
  outcome: Outcome
  seconds: number
}

/** Without a subscriber nothing is measured. */
export const measuredCalls = channel('ida-checkout.call')

/** Makes a call to a service and publishes how it ended; returns and throws what the call does. */
export async function measureCall<T>(
  service: Service,
  call: () => Promise<T>,
  findOutcome: (result: T) => Outcome = () => 'ok',
): Promise<T> {
  if (!measuredCalls.hasSubscribers) return call()
  const start = performance.now()
  let outcome: Outcome = 'failed'
  try {
    const result = await call()
    outcome = findOutcome(result)
    return result
  } finally {
    const seconds = (performance.now() - start) / 1_000
    measuredCalls.publish({ service, outcome, seconds } satisfies MeasuredCall)
  }
}

/** `fetch` as a measured call; its duration ends with the headers of the response. */
export const measuredFetch = (
  service: Service,
  url: string,
  options: RequestInit,
): Promise<Response> =>
  measureCall(
    service,
    () => fetch(url, options),
    ({ status }) => findOutcomeOfStatus(status),
  )

/** The outcome of a call by the status of its response. */
export function findOutcomeOfStatus(status: number): Outcome {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'failed'
}
