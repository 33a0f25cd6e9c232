import { findState, isListedStateRequired, normalizeName } from '@/domain/address/address-format'
import { findAddressFormat } from '@/domain/address/address-formats'

const findCountryState = (country: string, input: string) =>
  findState(findAddressFormat(country).states, input)

/**
 * The code of a typed state: `Texas`, `texas ` and `tx` are all `TX`. Country codes are lower-case.
 */
export const resolveStateCode = (country: string, input: string): string =>
  findCountryState(country, input)?.code ?? normalizeName(input)

/**
 * Whether a typed state is one of the country's, where the sales tax depends on it; true in other
 * countries. Country codes are lower-case.
 */
export const isKnownState = (country: string, input: string): boolean =>
  !isListedStateRequired(country) || findCountryState(country, input) !== undefined
