import { startExternalProvider } from './external-provider'
import { type Provider, type ProviderOptions, startProvider } from './provider'

// Scenarios that need only a provider's public API can run against any local Stripe or PayPal
// implementation, set with STRIPE_API_BASE and PAYPAL_API_BASE (docs/testing.md).

/** The provider functions available in every service. */
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
  // Only the sandbox can stage disputes.
  Partial<Pick<Provider, 'dispute'>>

/** True if the tests run against an external service instead of the sandbox. */
export const isExternalProvider = Boolean(
  process.env['STRIPE_API_BASE'] || process.env['PAYPAL_API_BASE'],
)

/** Starts the sandbox, or connects to the external service. */
export const startAnyProvider = (options: ProviderOptions = {}): Promise<AnyProvider> =>
  isExternalProvider ? startExternalProvider(options) : startProvider(options)
