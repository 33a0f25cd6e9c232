import type { BaseState } from '@/domain/checkout/checkout-state'
import { resolveAddressee } from '@/domain/checkout/residence'

/**
 * The country of the phone number's calling code: as chosen, or that of a number, else where the
 * parcel goes.
 */
export const dialCodeOf = (
  state: Pick<BaseState, 'userCountry' | 'customer' | 'shipping' | 'dialCode'>,
): string => state.dialCode || resolveAddressee(state).country
