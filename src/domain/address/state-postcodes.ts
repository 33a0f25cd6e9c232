import { type AddressFormat, findState, stripPostcodePrefix } from '@/domain/address/address-format'
import rows from '@/domain/data/state-postcodes.json' with { type: 'json' }

/** Patterns of the first characters of postcodes, by upper-case country and state. */
const patterns: Readonly<Record<string, Readonly<Record<string, string>>>> = rows

/**
 * The name of the form's state if the postcode is of another one; undefined if they may belong
 * together, or if the country's states are not known.
 */
export function findContradictedState(
  { postcode, state }: Record<'postcode' | 'state', string>,
  format: AddressFormat,
): string | undefined {
  const listedState = findState(format.states, state)
  const pattern = listedState && patterns[format.country.toUpperCase()]?.[listedState.code]
  if (!pattern) return undefined
  const fits = new RegExp(`^(?:${pattern})`).test(stripPostcodePrefix(postcode, format))
  return fits ? undefined : listedState.name
}
