import * as z from 'zod/mini'
import { planIds } from '@/domain/catalog/plans'
import { travelCart } from '@/domain/catalog/travel-item-schema'
import { isCountryCode, parseCountryCode } from '@/domain/data/countries'
import {
  isDestinationCode,
  maxDestinations,
  parseDestinations,
} from '@/domain/destinations/destinations'

/**
 * Why a link's `state` is ignored, in the words of the log. They never include values from the
 * link.
 */
export const urlStateFaults = {
  json: 'state in query is no JSON object',
  travelItemsInCart: 'invalid travelItemsInCart in query',
  selectedLicense: 'invalid selectedLicense in query',
  urgent: 'invalid urgent in query',
  destinations: 'invalid destination country code in query',
  userCountry: 'invalid userCountry country code in query',
} as const
export type UrlStateFault = keyof typeof urlStateFaults

/** The fault named in an address; null for anything else. */
export const parseUrlStateFault = (value: unknown): UrlStateFault | null =>
  typeof value === 'string' && Object.hasOwn(urlStateFaults, value)
    ? (value as UrlStateFault)
    : null

/**
 * The parts of an order that a link may set. Other keys, such as prices, totals and the status, are
 * dropped.
 */
const urlState = z.exactPartial(
  z.object({
    travelItemsInCart: travelCart.def.innerType,
    selectedLicense: z.literal(planIds),
    urgent: z.object({ selected: z.boolean() }),
    destinations: z
      .array(z.string().check(z.refine(isDestinationCode)))
      .check(z.maxLength(maxDestinations)),
    userCountry: z.string().check(z.refine(isCountryCode)),
  }),
)
export type UrlState = z.infer<typeof urlState>

/**
 * Parses a link's `state`. One fault makes the whole parameter ignored: `state` is empty and
 * `fault` is the first fault.
 */
export function parseUrlState(text: string): { state: UrlState; fault: UrlStateFault | null } {
  const parsed = urlState.safeParse(parseJson(text))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0]
    return { state: {}, fault: parseUrlStateFault(field) ?? 'json' }
  }
  const { destinations, userCountry, ...fields } = parsed.data
  const country = parseCountryCode(userCountry ?? '')
  return {
    state: {
      ...fields,
      ...(destinations && { destinations: parseDestinations(destinations).destinations }),
      ...(country && { userCountry: country.toLowerCase() }),
    },
    fault: null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
