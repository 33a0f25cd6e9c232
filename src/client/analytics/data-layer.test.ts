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

const names = () => (page.dataLayer ?? []).map(told => (told as { event: string }).event)

describe('the data layer', () => {
  it('takes events at once where no tag manager is to come', () => {
    const layer = openDataLayer({ isAwaited: false, isHeard: true })
    layer.push({ event: 'one' })
    expect(names()).toEqual(['one'])
  })

  it('takes them at once where the tag manager is there', () => {
    page.google_tag_manager = {}
    openDataLayer({ isAwaited: true, isHeard: true }).push({ event: 'one' })
    expect(names()).toEqual(['one'])
  })

  it('looks for a tag manager every two seconds, and keeps the order', () => {
    const layer = openDataLayer({ isAwaited: true, isHeard: true })
    layer.push({ event: 'one' })
    vi.advanceTimersByTime(3_000)
    layer.push({ event: 'two' })
    expect(names()).toEqual([])
    page.google_tag_manager = {}
    vi.advanceTimersByTime(999)
    expect(names()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(names()).toEqual(['one', 'two'])
  })

  it('after five tries takes them all the same, and waits for none after that', () => {
    const layer = openDataLayer({ isAwaited: true, isHeard: true })
    layer.push({ event: 'one' })
    vi.advanceTimersByTime(9_999)
    expect(names()).toEqual([])
    vi.advanceTimersByTime(1)
    layer.push({ event: 'two' })
    expect(names()).toEqual(['one', 'two'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves out what is not due any more when its turn comes', () => {
    const layer = openDataLayer({ isAwaited: true, isHeard: true })
    let isDue = true
    layer.push({ event: 'one' }, () => isDue)
    layer.push({ event: 'two' })
    isDue = false
    vi.runAllTimers()
    expect(names()).toEqual(['two'])
  })

  it('keeps what others have laid down', () => {
    page.dataLayer = [{ event: 'theirs' }]
    openDataLayer({ isAwaited: false, isHeard: true }).push({ event: 'ours' })
    expect(names()).toEqual(['theirs', 'ours'])
  })

  it('stops looking when it is ended', () => {
    const layer = openDataLayer({ isAwaited: true, isHeard: true })
    layer.push({ event: 'one' })
    layer.end()
    vi.runAllTimers()
    expect(names()).toEqual([])
  })

  it('tells again what was told where money is paid, on the first page that somebody listens to', () => {
    const unheard = { isAwaited: false, isHeard: false }
    openDataLayer(unheard).push({ event: 'one' })
    page.dataLayer = []
    openDataLayer(unheard).push({ event: 'two' })
    expect(names()).toEqual(['two'])
    page.dataLayer = []
    const layer = openDataLayer({ isAwaited: true, isHeard: true })
    layer.push({ event: 'three' })
    vi.runAllTimers()
    expect(names()).toEqual(['one', 'two', 'three'])
    page.dataLayer = []
    openDataLayer({ isAwaited: false, isHeard: true }).push({ event: 'four' })
    expect(names()).toEqual(['four'])
  })

  it('loses nothing to a reload before it was laid down, and tells it once', () => {
    openDataLayer({ isAwaited: false, isHeard: false }).push({ event: 'begin payment' })
    const first = openDataLayer({ isAwaited: true, isHeard: true })
    first.push({ event: 'shown' })
    vi.advanceTimersByTime(1_000)
    first.end()
    page.dataLayer = []
    openDataLayer({ isAwaited: true, isHeard: true })
    vi.runAllTimers()
    expect(names()).toEqual(['begin payment', 'shown'])
    page.dataLayer = []
    openDataLayer({ isAwaited: true, isHeard: true })
    vi.runAllTimers()
    expect(names()).toEqual([])
  })

  it('leaves to the next page what is asked at the last moment', () => {
    const first = openDataLayer({ isAwaited: true, isHeard: true })
    first.push({ event: 'purchase' }, () => true)
    first.end()
    openDataLayer({ isAwaited: true, isHeard: true })
    vi.runAllTimers()
    expect(names()).toEqual([])
  })

  it('keeps fifty of those at most', () => {
    const layer = openDataLayer({ isAwaited: false, isHeard: false })
    for (let number = 0; number < 60; number += 1) layer.push({ event: `${number}` })
    page.dataLayer = []
    openDataLayer({ isAwaited: false, isHeard: true })
    expect(names()).toHaveLength(50)
    expect(names().at(-1)).toBe('59')
  })
})
