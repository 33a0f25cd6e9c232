import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDataLayer } from '@/client/analytics/data-layer'
import { stubStorage } from '../../../tests/support/browser-storage'

let page: { dataLayer?: object[]; google_tag_manager?: object }
beforeEach(() => {
  vi.useFakeTimers()
  page = {}
  vi.stubGlobal('window', page)
  stubStorage('sessionStorage')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listEventNames = () => (page.dataLayer ?? []).map(entry => (entry as { event: string }).event)

describe('the data layer', () => {
  it('takes events immediately without a tag manager', () => {
    const layer = openDataLayer({ isExpected: false, isAllowed: true })
    layer.push({ event: 'one' })
    expect(listEventNames()).toEqual(['one'])
  })

  it('takes events immediately if the tag manager is loaded', () => {
    page.google_tag_manager = {}
    openDataLayer({ isExpected: true, isAllowed: true }).push({ event: 'one' })
    expect(listEventNames()).toEqual(['one'])
  })

  it('looks for a tag manager every two seconds and preserves the order', () => {
    const layer = openDataLayer({ isExpected: true, isAllowed: true })
    layer.push({ event: 'one' })
    vi.advanceTimersByTime(3_000)
    layer.push({ event: 'two' })
    expect(listEventNames()).toEqual([])
    page.google_tag_manager = {}
    vi.advanceTimersByTime(999)
    expect(listEventNames()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(listEventNames()).toEqual(['one', 'two'])
  })

  it('takes the events without a tag manager after five tries, and later ones immediately', () => {
    const layer = openDataLayer({ isExpected: true, isAllowed: true })
    layer.push({ event: 'one' })
    vi.advanceTimersByTime(9_999)
    expect(listEventNames()).toEqual([])
    vi.advanceTimersByTime(1)
    layer.push({ event: 'two' })
    expect(listEventNames()).toEqual(['one', 'two'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('drops an event that is not due any more when it is pushed', () => {
    const layer = openDataLayer({ isExpected: true, isAllowed: true })
    let isDue = true
    layer.push({ event: 'one' }, () => isDue)
    layer.push({ event: 'two' })
    isDue = false
    vi.runAllTimers()
    expect(listEventNames()).toEqual(['two'])
  })

  it('preserves the entries of other scripts', () => {
    page.dataLayer = [{ event: 'theirs' }]
    openDataLayer({ isExpected: false, isAllowed: true }).push({ event: 'ours' })
    expect(listEventNames()).toEqual(['theirs', 'ours'])
  })

  it('stops polling when it is closed', () => {
    const layer = openDataLayer({ isExpected: true, isAllowed: true })
    layer.push({ event: 'one' })
    layer.end()
    vi.runAllTimers()
    expect(listEventNames()).toEqual([])
  })

  it('repeats events of the payment page on the first page that allows a tag manager', () => {
    const paymentPage = { isExpected: false, isAllowed: false }
    openDataLayer(paymentPage).push({ event: 'one' })
    page.dataLayer = []
    openDataLayer(paymentPage).push({ event: 'two' })
    expect(listEventNames()).toEqual(['two'])
    page.dataLayer = []
    const layer = openDataLayer({ isExpected: true, isAllowed: true })
    layer.push({ event: 'three' })
    vi.runAllTimers()
    expect(listEventNames()).toEqual(['one', 'two', 'three'])
    page.dataLayer = []
    openDataLayer({ isExpected: false, isAllowed: true }).push({ event: 'four' })
    expect(listEventNames()).toEqual(['four'])
  })

  it('loses no event to a reload before it is pushed, and pushes it once', () => {
    openDataLayer({ isExpected: false, isAllowed: false }).push({ event: 'begin payment' })
    const first = openDataLayer({ isExpected: true, isAllowed: true })
    first.push({ event: 'shown' })
    vi.advanceTimersByTime(1_000)
    first.end()
    page.dataLayer = []
    openDataLayer({ isExpected: true, isAllowed: true })
    vi.runAllTimers()
    expect(listEventNames()).toEqual(['begin payment', 'shown'])
    page.dataLayer = []
    openDataLayer({ isExpected: true, isAllowed: true })
    vi.runAllTimers()
    expect(listEventNames()).toEqual([])
  })

  it('leaves an event with an `isDue` check to the next page', () => {
    const first = openDataLayer({ isExpected: true, isAllowed: true })
    first.push({ event: 'purchase' }, () => true)
    first.end()
    openDataLayer({ isExpected: true, isAllowed: true })
    vi.runAllTimers()
    expect(listEventNames()).toEqual([])
  })

  it('stores at most fifty undelivered events', () => {
    const layer = openDataLayer({ isExpected: false, isAllowed: false })
    for (let index = 0; index < 60; index += 1) layer.push({ event: `${index}` })
    page.dataLayer = []
    openDataLayer({ isExpected: false, isAllowed: true })
    expect(listEventNames()).toHaveLength(50)
    expect(listEventNames().at(-1)).toBe('59')
  })
})
