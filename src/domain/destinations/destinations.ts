import { parseDestinationId } from '@/domain/data/destinations'
import type { FieldIssue } from '@/domain/input/field-issue'

/** More than a driver visits with one permit. */
export const maxDestinations = 20

/** The id of an acknowledgement in the state: `not_accepted:jp`. */
export const acknowledgementIdPattern = /^(?:not_accepted|digital_refused):[a-z-]{2,8}$/

/** Whether the value is a destination: a country, Bali or Dubai; codes in any case. */
export const isDestinationCode = (code: unknown): boolean => parseDestinationId(code) !== undefined

/** Whether the text is the id of an acknowledgement of a destination that exists. */
export const isAcknowledgementId = (id: string): boolean =>
  acknowledgementIdPattern.test(id) && isDestinationCode(id.split(':')[1])

/**
 * The destinations of a form, unique and lower-case. Invalid codes, and those beyond the maximum,
 * are omitted and reported in `issues`.
 */
export function parseDestinations(codes: readonly string[]): {
  destinations: string[]
  issues: FieldIssue[]
} {
  const trimmedCodes = codes.map(code => code.trim()).filter(Boolean)
  const ids = new Set(trimmedCodes.flatMap(code => parseDestinationId(code) ?? []))
  const message = !trimmedCodes.every(isDestinationCode)
    ? 'destinations.unknown'
    : ids.size > maxDestinations
      ? 'destinations.many'
      : undefined
  return {
    destinations: [...ids].slice(0, maxDestinations),
    issues: message ? [{ field: 'destinations', message }] : [],
  }
}
