import { parseDestinationId } from '@/domain/data/destinations'
import type { FieldIssue } from '@/domain/input/field-issue'

/** More than anybody drives through on one permit. */
export const maxDestinations = 20

/** How what was understood about one is named in the state: `not_accepted:jp`. */
export const acknowledgementIdPattern = /^(?:not_accepted|digital_refused):[a-z-]{2,8}$/

/** Whether somebody can drive there: a country, Bali or Dubai; codes in any case. */
export const isDestinationCode = (code: unknown): boolean => parseDestinationId(code) !== undefined

/** The destinations of a form, each once and in lower case; what is none is left out, and said. */
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
