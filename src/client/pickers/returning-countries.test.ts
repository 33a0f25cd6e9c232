import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offerVisited, sortVisitedFirst, storeVisited } from '@/client/pickers/returning-countries'
import { stubStorage } from '../../../tests/support/browser-storage'

let storage: Map<string, string>
beforeEach(() => {
  storage = stubStorage()
})
afterEach(() => {
  offerVisited(false)
  vi.unstubAllGlobals()
})

const toChoices = (...values: string[]) => values.map(value => ({ value }))
const destinations = toChoices('us', 'fr', 'it', 'x-bali')
const listValues = (choices: readonly { value: string }[]) => choices.map(({ value }) => value)

describe('the destinations of an earlier order', () => {
  it('come first if they are offered, in the order of the list', () => {
    storeVisited(['x-bali', 'it'])
    offerVisited(true)
    expect(listValues(sortVisitedFirst(destinations))).toEqual(['it', 'x-bali', 'us', 'fr'])
  })

  it('are not moved otherwise', () => {
    storeVisited(['it'])
    expect(sortVisitedFirst(destinations)).toBe(destinations)
  })

  it('are not offered as countries of residence', () => {
    storeVisited(['IT'])
    offerVisited(true)
    const residences = toChoices('US', 'FR', 'IT')
    expect(sortVisitedFirst(residences)).toBe(residences)
  })

  it.each(['', '{}', '["nowhere", 7]'])('are none if %j is stored', text => {
    storage.set('ida-checkout-countries', text)
    offerVisited(true)
    expect(sortVisitedFirst(destinations)).toBe(destinations)
  })

  it('remain those of the last order that had any', () => {
    storeVisited(['it'])
    storeVisited([])
    offerVisited(true)
    expect(listValues(sortVisitedFirst(destinations))[0]).toBe('it')
  })
})
