import { useEffect, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import {
  type AddressField,
  type AddressFormat,
  buildAddressFormat,
} from '@/domain/address/address-format'
import type { findContradictedState } from '@/domain/address/state-postcodes'
import type { FieldIssue } from '@/domain/input/field-issue'

/** Loaded formats by lower-case country code. */
const formatCache = new Map<string, AddressFormat>()

/** Loads the small table of all countries before another one is chosen. */
export const preloadFormats = (): Promise<unknown> =>
  import('@/domain/address/address-rows').catch(() => undefined)

/** Lists of states are larger than the rest: loaded only if the country has one. */
async function loadFormat(country: string): Promise<AddressFormat> {
  const code = country.toUpperCase()
  const { addressRows } = await import('@/domain/address/address-rows')
  const row = addressRows[code]
  const states = row?.lists ? await import('@/domain/address/address-states') : undefined
  const format = buildAddressFormat(country, row, states?.stateRows[code])
  formatCache.set(country, format)
  return format
}

let stateRule: typeof findContradictedState | undefined

/** Finds a postcode of another state; undefined while its table is not loaded. */
export const getStateRule = () => stateRule

export async function loadStateRule(): Promise<void> {
  stateRule = (await import('@/domain/address/state-postcodes')).findContradictedState
}

/** The formats that are already there: the served one and the loaded ones. */
export function useCachedFormats(): (country: string) => AddressFormat | undefined {
  const { address } = usePage()
  return country => (address?.country === country ? address : formatCache.get(country))
}

/**
 * Address format of a country. While it loads the last one stays; if it cannot load, all fields are
 * shown and the server finds what is missing.
 */
export function useAddressFormat(country: string): AddressFormat {
  const cachedFormat = useCachedFormats()(country)
  const [lastFormat, setLastFormat] = useState(cachedFormat)
  useEffect(() => {
    let isStale = false
    void Promise.resolve(cachedFormat ?? loadFormat(country))
      .catch(() => buildAddressFormat(country))
      .then(format => isStale || setLastFormat(format))
    return () => {
      isStale = true
    }
  }, [country, cachedFormat])
  return cachedFormat ?? lastFormat ?? buildAddressFormat(country)
}

/** Text of an issue with the country's names for the fields. */
export function useIssueText(country: string): (issue: FieldIssue) => string {
  const { t: typedT } = useTranslation('plan')
  const t: DynamicT = typedT as DynamicT
  const { names } = useAddressFormat(country)
  return ({ field, message }) => {
    const context = names[field as AddressField] ?? ''
    const label = field in labels ? t(labels[field as AddressField], { context }) : ''
    return t(`issues.${message}`, { context, label })
  }
}

/** Label keys of the fields; the context is the country's own name for a field. */
const labels = {
  address: 'address.street',
  street_number: 'address.number',
  city: 'address.city',
  state: 'address.state',
  postcode: 'address.postcode',
} as const satisfies Record<AddressField, string>
