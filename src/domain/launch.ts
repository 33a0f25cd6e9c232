import * as z from 'zod/mini'
import { type VariantChoice, variantIn } from '@/domain/experiments'

/** Query parameters that switch something on (SPEC 2), and what each switches on. */
const campaignFlags = {
  'email-campaign-50': 'email_50',
  'CU-8669pvuut': 'upsell_test',
  't-33221509': 'skip_button',
  't-33770529': 'summer_deal',
  't-34374257': 'summer_lifetime',
} as const
export const campaign = z.enum(Object.values(campaignFlags))
export type Campaign = z.infer<typeof campaign>

/** What a link says when it is opened. */
export interface Launch {
  coupon: string | null
  campaigns: Campaign[]
  variant: VariantChoice | null
}

export type Query = Record<string, string | string[] | undefined>

/** The parameters a launch reads; they leave the address bar once they are read. */
export const launchParameters = ['coupon', 'convert_e', 'convert_v', ...Object.keys(campaignFlags)]

/** Reads an address's query once. What is empty, or is not understood, says nothing. */
export function launchOf(query: Query): Launch {
  return {
    coupon: said(query, 'coupon'),
    campaigns: Object.entries(campaignFlags)
      .filter(([name]) => isOn(said(query, name)))
      .map(([, switched]) => switched),
    variant: variantIn(said(query, 'convert_e'), said(query, 'convert_v')),
  }
}

/** The part of a query that a launch reads, to be read again where the checkout is created. */
export const launchPart = (query: Query): Record<string, string> =>
  Object.fromEntries(
    launchParameters.flatMap(name => {
      const value = said(query, name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** A parameter's first value; null when there is nothing in it. */
function said(query: Query, name: string): string | null {
  const first = [query[name]].flat()[0]?.trim()
  return first ? first.slice(0, longest) : null
}

/** No code and no flag is longer. */
const longest = 64

const isOn = (value: string | null): boolean => value !== null && value !== '0' && value !== 'false'

/** Whether a link says anything at all. */
export const saysNothing = ({ coupon, campaigns, variant }: Launch): boolean =>
  coupon === null && campaigns.length === 0 && variant === null
