import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onceInUse } from '@/client/browser/on-first-interaction'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = new EventTarget()

describe('what waits until the page is in use', () => {
  it.each(['pointerdown', 'keydown'])('runs once, at the first %s', name => {
    const run = vi.fn()
    onceInUse(run)
    expect(run).not.toHaveBeenCalled()
    page.dispatchEvent(new Event(name))
    page.dispatchEvent(new Event(name))
    vi.runAllTimers()
    expect(run).toHaveBeenCalledOnce()
  })

  it('runs by itself for who only reads', () => {
    const run = vi.fn()
    onceInUse(run)
    vi.runAllTimers()
    page.dispatchEvent(new Event('keydown'))
    expect(run).toHaveBeenCalledOnce()
  })

  it('never runs once it is called off', () => {
    const run = vi.fn()
    onceInUse(run)()
    page.dispatchEvent(new Event('pointerdown'))
    vi.runAllTimers()
    expect(run).not.toHaveBeenCalled()
  })
})
