import { mustKnowState, plainName, stateIn } from '@/domain/address/address-format'
import { addressFormatOf } from '@/domain/address/address-formats'

const found = (country: string, typed: string) => stateIn(addressFormatOf(country).states, typed)

/** The code of a state as typed: `Texas`, `texas ` and `tx` are all `TX`. Country codes are lower-case. */
export const stateCodeOf = (country: string, typed: string): string =>
  found(country, typed)?.code ?? plainName(typed)

/**
 * Whether a state as typed is one of the country's, where the sales tax depends on it; elsewhere every one is.
 * Country codes are lower-case.
 */
export const isStateOf = (country: string, typed: string): boolean =>
  !mustKnowState(country) || found(country, typed) !== undefined
