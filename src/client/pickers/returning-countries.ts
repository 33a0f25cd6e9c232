import { keep, kept } from '@/client/browser/web-storage'
import { jsonIn } from '@/client/store/draft-storage'
import { isDestinationCode, mostDestinations } from '@/domain/destinations/destinations'

/** Where the driver of this browser's last order went: codes of countries, and nothing else of the order. */
const visitedKey = 'ida-checkout-countries'

export const keepVisited = (destinations: readonly string[]): void => {
  if (destinations.length > 0) keep(visitedKey, JSON.stringify(destinations))
}

function visited(): string[] {
  const codes = jsonIn(kept(visitedKey))
  return Array.isArray(codes) ? codes.filter(isDestinationCode).slice(0, mostDestinations) : []
}

let offered: readonly string[] = []

/** Whether the countries of an earlier order stand first in the list of destinations from now on. */
export const offerVisited = (isOffered: boolean): void => {
  offered = isOffered ? visited() : []
}

/** The choices of destinations, with those of an earlier order first where they are offered again. */
export function visitedFirst<T extends { value: string }>(choices: readonly T[]): readonly T[] {
  // Only the list of destinations has places in it.
  if (offered.length === 0 || !choices.some(({ value }) => value.startsWith('x-'))) return choices
  const isVisited = ({ value }: T) => offered.includes(value.toLowerCase())
  return [...choices.filter(isVisited), ...choices.filter(choice => !isVisited(choice))]
}
