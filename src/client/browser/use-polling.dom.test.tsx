import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAskedAgain } from '@/client/browser/use-polling'

const second = 1_000
const minute = 60 * second

let isHidden: boolean
beforeEach(() => {
  isHidden = false
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const show = (isShown: boolean) => {
  isHidden = !isShown
  fireEvent(document, new Event('visibilitychange'))
}

/** Something that is asked again, answered at once unless the test says otherwise. */
function asking(ask = vi.fn(async () => undefined)) {
  const hook = renderHook(({ isOn, question }) => useAskedAgain(isOn, question), {
    initialProps: { isOn: true, question: ask },
  })
  return { ask, ...hook }
}

describe('a question that is asked again', () => {
  it('is asked soon at first, then calmly, and half an hour in all', async () => {
    const { ask } = asking()
    await pass(3_999)
    expect(ask).not.toHaveBeenCalled()
    await pass(1)
    expect(ask).toHaveBeenCalledTimes(1)
    await pass(44 * second)
    expect(ask).toHaveBeenCalledTimes(12)
    await pass(15 * second)
    expect(ask).toHaveBeenCalledTimes(13)
    await pass(60 * minute)
    expect(ask).toHaveBeenCalledTimes(120)
  })

  it('waits for its last answer first', async () => {
    let answer: () => void = () => undefined
    const { ask } = asking(
      vi.fn(() => new Promise<undefined>(done => (answer = () => done(undefined)))),
    )
    await pass(minute)
    expect(ask).toHaveBeenCalledTimes(1)
    answer()
    await pass(4 * second)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked as the page has it now', async () => {
    const { ask, rerender } = asking()
    const newer = vi.fn(async () => undefined)
    rerender({ isOn: true, question: newer })
    await pass(4 * second)
    expect(newer).toHaveBeenCalledTimes(1)
    expect(ask).not.toHaveBeenCalled()
  })

  it('rests while the page is hidden, and goes on once it is shown', async () => {
    const { ask } = asking()
    show(false)
    await pass(10 * minute)
    expect(ask).not.toHaveBeenCalled()
    show(true)
    await pass(4 * second)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is asked once at a time, however often the page is shown', async () => {
    const { ask } = asking()
    for (const isShown of [false, true, false, true, true]) show(isShown)
    await pass(4 * second)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is over once it is answered, and begins anew with the next', async () => {
    const { ask, rerender } = asking()
    await pass(48 * second)
    expect(ask).toHaveBeenCalledTimes(12)
    rerender({ isOn: false, question: ask })
    show(true)
    await pass(minute)
    expect(ask).toHaveBeenCalledTimes(12)
    rerender({ isOn: true, question: ask })
    await pass(4 * second)
    expect(ask).toHaveBeenCalledTimes(13)
  })

  it('is over with its page, even where the last answer comes later', async () => {
    let answer: () => void = () => undefined
    const { ask, unmount } = asking(
      vi.fn(() => new Promise<undefined>(done => (answer = () => done(undefined)))),
    )
    await pass(4 * second)
    unmount()
    answer()
    await pass(minute)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
