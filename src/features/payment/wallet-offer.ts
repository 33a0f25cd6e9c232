import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import type { Quote } from '@/domain/pricing/quote'

/** Whether a wallet may be offered: it asks for money, and for no less than can be charged. */
export const canOfferWallets = ({ total, currency }: Pick<Quote, 'total' | 'currency'>): boolean =>
  total > 0 && total >= findMinimumCharge(currency)

/**
 * What is to be paid, for elements that are shown before there is a payment. Only cards: every other way would
 * lead away from the page.
 */
export const buildDeferredOptions = ({ total, currency }: Pick<Quote, 'total' | 'currency'>) =>
  ({
    mode: 'payment',
    amount: total,
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'] as string[],
  }) as const
