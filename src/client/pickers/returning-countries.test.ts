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

describe('the countries of an earlier order', () => {
  it('stand first where they are offered again, in the order of the list', () => {
    storeVisited(['x-bali', 'it'])
    offerVisited(true)
    expect(listValues(sortVisitedFirst(destinations))).toEqual(['it', 'x-bali', 'us', 'fr'])
  })

  it('stand where they are for everybody else', () => {
    storeVisited(['it'])
    expect(sortVisitedFirst(destinations)).toBe(destinations)
  })

  it('are no countries to live in', () => {
    storeVisited(['IT'])
    offerVisited(true)
    const residences = toChoices('US', 'FR', 'IT')
    expect(sortVisitedFirst(residences)).toBe(residences)
  })

  it.each(['', '{}', '["nowhere", 7]'])('are none where %j is kept', text => {
    storage.set('ida-checkout-countries', text)
    offerVisited(true)
    expect(sortVisitedFirst(destinations)).toBe(destinations)
  })

  it('stay those of the last order that had some', () => {
    storeVisited(['it'])
    storeVisited([])
    offerVisited(true)
    expect(listValues(sortVisitedFirst(destinations))[0]).toBe('it')
  })
})
