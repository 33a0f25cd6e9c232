import { startExternalProvider } from './external-provider'
import { type Provider, type ProviderOptions, startProvider } from './provider'

// The scenarios that need nothing of a provider but its public API run over any service on this machine that speaks
// like Stripe or PayPal: STRIPE_API_BASE and PAYPAL_API_BASE name it when the tests are started.

/** What a scenario that can run over any service may ask of it. */
export type AnyProvider = Pick<
  Provider,
  | 'url'
  | 'addFaults'
  | 'clearFaults'
  | 'movements'
  | 'capturedEvents'
  | 'deliveries'
  | 'payOutOfBand'
  | 'collectToken'
  | 'approve'
  | 'refund'
  | 'stop'
> &
  // What banks do can be staged in our sandbox alone.
  Partial<Pick<Provider, 'dispute'>>

/** Whether the tests were started with a service that is not our sandbox. */
export const isExternalProvider = Boolean(
  process.env.STRIPE_API_BASE || process.env.PAYPAL_API_BASE,
)

/** Starts the sandbox, or goes to the service that the tests were started with. */
export const startAnyProvider = (options: ProviderOptions = {}): Promise<AnyProvider> =>
  isExternalProvider ? startExternalProvider(options) : startProvider(options)
