import { formatAddress } from 'localized-address-format'
import { findAddressFormat } from '@/domain/address/address-formats'
import { formatAddressLines } from '@/domain/address/address-lines'
import type { StoredState } from '@/domain/checkout/checkout-state'
import { formatCountryName } from '@/domain/data/country-names'
import { defaultLanguage } from '@/domain/data/default-language'

/**
 * The state with its delivery address in one line, as the country writes it, without the recipient
 * and with the country's English name. Without an address it stays as a call has set it.
 */
export function fillFullAddress(state: StoredState): StoredState {
  const { shipping } = state
  if (!shipping.address) return state
  const address = { ...shipping, first_name: '', last_name: '' }
  const lines = formatAddressLines(address, findAddressFormat(shipping.country), formatAddress)
  const country = formatCountryName(shipping.country, defaultLanguage)
  return { ...state, full_address: [...lines, country].join(', ') }
}
