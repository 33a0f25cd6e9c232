import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import type { Quote } from '@/domain/pricing/quote'

/** Whether a wallet can be offered: not for a free order or below the minimum charge. */
export const canOfferWallets = ({ total, currency }: Pick<Quote, 'total' | 'currency'>): boolean =>
  total > 0 && total >= findMinimumCharge(currency)

/**
 * Amount for elements that are shown before a payment exists. Only cards: every other method would
 * leave the page.
 */
export const buildDeferredOptions = ({ total, currency }: Pick<Quote, 'total' | 'currency'>) =>
  ({
    mode: 'payment',
    amount: total,
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'] as string[],
  }) as const
