import { unmatchedReason } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { AttemptRow } from '@/server/db/tables/orders'
import { RefundError } from '@/server/gateways/charge-outcome'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { claimForRefund, dropRefundKey, recordRefund } from '@/server/payments/attempt-repository'

/**
 * Refunds unmatched money once and returns the attempt. The refund's key is committed before the
 * provider is asked. On failure the sweeper tries again.
 */
export async function refundUnmatchedPayment(
  { db, stripe, paypal, log }: Backend,
  attempt: AttemptRow,
): Promise<AttemptRow> {
  const { id, providerRef } = attempt
  if (attempt.reason !== unmatchedReason || !providerRef) return attempt
  const gateway = attempt.provider === 'paypal' ? paypal : stripe
  const key = gateway && (await claimForRefund(db, id))
  if (!key) return attempt
  try {
    await gateway.refund(providerRef, key)
  } catch (error) {
    log.error(
      { event: 'payment.unmatched_refund_failed', ...toSafeLog(error), attempt: id },
      'an unmatched payment could not be refunded yet',
    )
    // The provider could repeat the stored failure for ever; it refuses a second refund by itself.
    if (error instanceof RefundError && error.isAnswered) await dropRefundKey(db, id, key)
    return attempt
  }
  crashAt('refunded')
  const refunded = await recordRefund(db, id)
  if (refunded)
    log.warn(
      { event: 'payment.unmatched_refunded', attempt: id },
      'an unmatched payment was refunded',
    )
  return refunded ?? attempt
}
