import * as z from 'zod/mini'
import { findStep, findStepByNumber } from '@/domain/checkout/steps'

/** A checkout's life on the server (SPEC 4). */
export const checkoutStatus = z.enum(['processing', 'completed', 'paid'])
export type CheckoutStatus = z.infer<typeof checkoutStatus>

/** SPEC 9: the session is checked every 20000 ms. */
export const sessionCheckIntervalMs = 20_000

/** How long a token opens its checkout: SPEC 9's 2592000000 ms, 30 days. */
export const tokenLifetimeMs = 2_592_000_000

/** Where a returning customer belongs (SPEC 4). `completed` begins anew: the caller also drops the token. */
export function resolveReturnRoute(status: CheckoutStatus, savedStep: number): string {
  if (status === 'completed') return findStep('driver-details').route
  if (status === 'paid') return findStep('thank-you').route
  return findStepByNumber(savedStep).route
}
