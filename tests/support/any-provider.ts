import { startElsewhere } from './external-provider'
import { type Provider, startProvider, type Wishes } from './provider'

// The scenarios that need nothing of a provider but its public API run over any service on this machine that speaks
// like Stripe or PayPal: STRIPE_API_BASE and PAYPAL_API_BASE name it when the tests are started.

/** What a scenario that can run over any service may ask of it. */
export type AnyProvider = Pick<
  Provider,
  | 'url'
  | 'breakOn'
  | 'heal'
  | 'movements'
  | 'letters'
  | 'deliveries'
  | 'agree'
  | 'collect'
  | 'approve'
  | 'refund'
  | 'stop'
> &
  // What banks do can be staged in our sandbox alone.
  Partial<Pick<Provider, 'dispute'>>

/** Whether the tests were started with a service that is not our sandbox. */
export const isElsewhere = Boolean(process.env.STRIPE_API_BASE || process.env.PAYPAL_API_BASE)

/** Starts the sandbox, or goes to the service that the tests were started with. */
export const startAnyProvider = (wishes: Wishes = {}): Promise<AnyProvider> =>
  isElsewhere ? startElsewhere(wishes) : startProvider(wishes)
