import { readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'
import { isDestinationCode, maxDestinations } from '@/domain/destinations/destinations'

/** Destinations of this browser's last order: country codes, and nothing else of the order. */
const visitedKey = 'ida-checkout-countries'

export const storeVisited = (destinations: readonly string[]): void => {
  if (destinations.length > 0) writeStorage(visitedKey, JSON.stringify(destinations))
}

function readVisited(): string[] {
  const codes = parseJson(readStorage(visitedKey))
  return Array.isArray(codes) ? codes.filter(isDestinationCode).slice(0, maxDestinations) : []
}

let offeredCodes: readonly string[] = []

/** Sets whether the destinations of an earlier order come first in the list. */
export const offerVisited = (isOffered: boolean): void => {
  offeredCodes = isOffered ? readVisited() : []
}

/** Moves the destinations of an earlier order to the front, if they are offered. */
export function sortVisitedFirst<T extends { value: string; isFrequent?: boolean }>(
  choices: readonly T[],
): readonly T[] {
  // Only the list of destinations has places (`x-`).
  if (offeredCodes.length === 0 || !choices.some(({ value }) => value.startsWith('x-')))
    return choices
  const isVisited = ({ value }: T) => offeredCodes.includes(value.toLowerCase())
  return [
    ...choices.filter(isVisited).map(choice => ({ ...choice, isFrequent: true })),
    ...choices.filter(choice => !isVisited(choice)),
  ]
}
