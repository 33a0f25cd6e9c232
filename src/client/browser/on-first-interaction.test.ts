import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onFirstInteraction } from '@/client/browser/on-first-interaction'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = new EventTarget()

describe('a task deferred until the first interaction', () => {
  it.each(['pointerdown', 'keydown'])('runs once, on the first %s', name => {
    const callback = vi.fn()
    onFirstInteraction(callback)
    expect(callback).not.toHaveBeenCalled()
    page.dispatchEvent(new Event(name))
    page.dispatchEvent(new Event(name))
    vi.runAllTimers()
    expect(callback).toHaveBeenCalledOnce()
  })

  it('runs after a while without an interaction', () => {
    const callback = vi.fn()
    onFirstInteraction(callback)
    vi.runAllTimers()
    page.dispatchEvent(new Event('keydown'))
    expect(callback).toHaveBeenCalledOnce()
  })

  it('never runs after it is cancelled', () => {
    const callback = vi.fn()
    onFirstInteraction(callback)()
    page.dispatchEvent(new Event('pointerdown'))
    vi.runAllTimers()
    expect(callback).not.toHaveBeenCalled()
  })
})
