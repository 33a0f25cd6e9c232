import { destinationIdOf } from '@/domain/data/destinations'
import type { FieldIssue } from '@/domain/input/field-issue'

/** More than anybody drives through on one permit. */
export const mostDestinations = 20

/** How what was understood about one is named in the state: `not_accepted:jp`. */
export const acknowledgementId = /^(?:not_accepted|digital_refused):[a-z-]{2,8}$/

/** Whether somebody can drive there: a country, Bali or Dubai; codes in any case. */
export const isDestinationCode = (code: unknown): boolean => destinationIdOf(code) !== undefined

/** The destinations of a form, each once and in lower case; what is none is left out, and said. */
export function destinationsIn(codes: readonly string[]): {
  destinations: string[]
  issues: FieldIssue[]
} {
  const named = codes.map(code => code.trim()).filter(Boolean)
  const known = new Set(named.flatMap(code => destinationIdOf(code) ?? []))
  const message = !named.every(isDestinationCode)
    ? 'destinations.unknown'
    : known.size > mostDestinations
      ? 'destinations.many'
      : undefined
  return {
    destinations: [...known].slice(0, mostDestinations),
    issues: message ? [{ field: 'destinations', message }] : [],
  }
}
