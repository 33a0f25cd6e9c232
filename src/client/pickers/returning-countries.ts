import { readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'
import { isDestinationCode, maxDestinations } from '@/domain/destinations/destinations'

/** Where the driver of this browser's last order went: codes of countries, and nothing else of the order. */
const visitedKey = 'ida-checkout-countries'

export const storeVisited = (destinations: readonly string[]): void => {
  if (destinations.length > 0) writeStorage(visitedKey, JSON.stringify(destinations))
}

function readVisited(): string[] {
  const codes = parseJson(readStorage(visitedKey))
  return Array.isArray(codes) ? codes.filter(isDestinationCode).slice(0, maxDestinations) : []
}

let offeredCodes: readonly string[] = []

/** Whether the countries of an earlier order stand first in the list of destinations from now on. */
export const offerVisited = (isOffered: boolean): void => {
  offeredCodes = isOffered ? readVisited() : []
}

/** The choices of destinations, with those of an earlier order first where they are offered again. */
export function sortVisitedFirst<T extends { value: string }>(choices: readonly T[]): readonly T[] {
  // Only the list of destinations has places in it.
  if (offeredCodes.length === 0 || !choices.some(({ value }) => value.startsWith('x-')))
    return choices
  const isVisited = ({ value }: T) => offeredCodes.includes(value.toLowerCase())
  return [...choices.filter(isVisited), ...choices.filter(choice => !isVisited(choice))]
}
