import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepVisited, offerVisited, visitedFirst } from '@/client/pickers/returning-countries'
import { stubStorage } from '../../../tests/support/browser-storage'

let stored: Map<string, string>
beforeEach(() => {
  stored = stubStorage()
})
afterEach(() => {
  offerVisited(false)
  vi.unstubAllGlobals()
})

const listed = (...values: string[]) => values.map(value => ({ value }))
const destinations = listed('us', 'fr', 'it', 'x-bali')
const order = (choices: readonly { value: string }[]) => choices.map(({ value }) => value)

describe('the countries of an earlier order', () => {
  it('stand first where they are offered again, in the order of the list', () => {
    keepVisited(['x-bali', 'it'])
    offerVisited(true)
    expect(order(visitedFirst(destinations))).toEqual(['it', 'x-bali', 'us', 'fr'])
  })

  it('stand where they are for everybody else', () => {
    keepVisited(['it'])
    expect(visitedFirst(destinations)).toBe(destinations)
  })

  it('are no countries to live in', () => {
    keepVisited(['IT'])
    offerVisited(true)
    const homes = listed('US', 'FR', 'IT')
    expect(visitedFirst(homes)).toBe(homes)
  })

  it.each(['', '{}', '["nowhere", 7]'])('are none where %j is kept', text => {
    stored.set('ida-checkout-countries', text)
    offerVisited(true)
    expect(visitedFirst(destinations)).toBe(destinations)
  })

  it('stay those of the last order that had some', () => {
    keepVisited(['it'])
    keepVisited([])
    offerVisited(true)
    expect(order(visitedFirst(destinations))[0]).toBe('it')
  })
})
