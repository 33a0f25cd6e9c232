import { findStep, findStepByNumber } from '@/domain/checkout/steps'

/** Life cycle of a checkout on the server: `processing`, `paid`, then `completed`. */
export const checkoutStatuses = ['processing', 'completed', 'paid'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/** Interval of the session check while a page is visible (docs/product.md, Timing). */
export const sessionCheckIntervalMs = 20_000

/** Lifetime of a token: 30 days. */
export const tokenLifetimeMs = 2_592_000_000

/**
 * The route for a returning customer. For `completed` it is the first step: the caller must also
 * drop the token.
 */
export function resolveReturnRoute(status: CheckoutStatus, savedStep: number): string {
  if (status === 'completed') return findStep('driver-details').route
  if (status === 'paid') return findStep('thank-you').route
  return findStepByNumber(savedStep).route
}
