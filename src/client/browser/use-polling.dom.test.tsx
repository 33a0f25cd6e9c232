import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { usePolling } from '@/client/browser/use-polling'

const secondMs = 1_000
const minuteMs = 60 * secondMs

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

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const setVisible = (isShown: boolean) => {
  isHidden = !isShown
  fireEvent(document, new Event('visibilitychange'))
}

/** Renders the hook with a poll that resolves immediately by default. */
function renderPolling(poll = vi.fn(async () => undefined)) {
  const hook = renderHook(({ isOn, question }) => usePolling(isOn, question), {
    initialProps: { isOn: true, question: poll },
  })
  return { poll, ...hook }
}

describe('a poll', () => {
  it('runs every 4 s at first, then every 15 s, and stops after half an hour', async () => {
    const { poll } = renderPolling()
    await advance(3_999)
    expect(poll).not.toHaveBeenCalled()
    await advance(1)
    expect(poll).toHaveBeenCalledTimes(1)
    await advance(44 * secondMs)
    expect(poll).toHaveBeenCalledTimes(12)
    await advance(15 * secondMs)
    expect(poll).toHaveBeenCalledTimes(13)
    await advance(60 * minuteMs)
    expect(poll).toHaveBeenCalledTimes(120)
  })

  it('waits for its previous response', async () => {
    let answer: () => void = () => undefined
    const { poll } = renderPolling(
      vi.fn(() => new Promise<undefined>(done => (answer = () => done(undefined)))),
    )
    await advance(minuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
    answer()
    await advance(4 * secondMs)
    expect(poll).toHaveBeenCalledTimes(2)
  })

  it('calls the function of the latest render', async () => {
    const { poll, rerender } = renderPolling()
    const newer = vi.fn(async () => undefined)
    rerender({ isOn: true, question: newer })
    await advance(4 * secondMs)
    expect(newer).toHaveBeenCalledTimes(1)
    expect(poll).not.toHaveBeenCalled()
  })

  it('pauses while the page is hidden and resumes when it is visible', async () => {
    const { poll } = renderPolling()
    setVisible(false)
    await advance(10 * minuteMs)
    expect(poll).not.toHaveBeenCalled()
    setVisible(true)
    await advance(4 * secondMs)
    expect(poll).toHaveBeenCalledTimes(1)
  })

  it('runs once per interval, however often the page becomes visible', async () => {
    const { poll } = renderPolling()
    for (const isShown of [false, true, false, true, true]) setVisible(isShown)
    await advance(4 * secondMs)
    expect(poll).toHaveBeenCalledTimes(1)
  })

  it('stops when disabled, and restarts from the beginning when enabled', async () => {
    const { poll, rerender } = renderPolling()
    await advance(48 * secondMs)
    expect(poll).toHaveBeenCalledTimes(12)
    rerender({ isOn: false, question: poll })
    setVisible(true)
    await advance(minuteMs)
    expect(poll).toHaveBeenCalledTimes(12)
    rerender({ isOn: true, question: poll })
    await advance(4 * secondMs)
    expect(poll).toHaveBeenCalledTimes(13)
  })

  it('stops when the page unmounts, even if a response arrives later', async () => {
    let answer: () => void = () => undefined
    const { poll, unmount } = renderPolling(
      vi.fn(() => new Promise<undefined>(done => (answer = () => done(undefined)))),
    )
    await advance(4 * secondMs)
    unmount()
    answer()
    await advance(minuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
  })

  it('is repeated after a failed one', async () => {
    const { poll } = renderPolling(vi.fn(() => Promise.reject(new Error('no network'))))
    await advance(12 * secondMs)
    expect(poll).toHaveBeenCalledTimes(3)
  })

  it('waits for its previous response even if the page is hidden and shown meanwhile', async () => {
    let answer: () => void = () => undefined
    const { poll } = renderPolling(
      vi.fn(() => new Promise<undefined>(done => (answer = () => done(undefined)))),
    )
    await advance(4 * secondMs)
    setVisible(false)
    setVisible(true)
    await advance(minuteMs)
    expect(poll).toHaveBeenCalledTimes(1)
    answer()
    await advance(4 * secondMs)
    expect(poll).toHaveBeenCalledTimes(2)
  })

  it('runs at the given intervals, and from the beginning at other ones', async () => {
    const counts: number[] = []
    const poll = async ({ pollCount }: { pollCount: number }) => counts.push(pollCount)
    const atOnceThenSlowly = (pollCount: number) => [0, minuteMs][pollCount]
    const everySecond = (pollCount: number) => (pollCount < 2 ? secondMs : undefined)
    const { rerender } = renderHook(({ intervals }) => usePolling(true, poll, intervals), {
      initialProps: { intervals: atOnceThenSlowly },
    })
    await advance(0)
    expect(counts).toEqual([1])
    await advance(10 * minuteMs)
    expect(counts).toEqual([1, 2])
    rerender({ intervals: everySecond })
    await advance(minuteMs)
    expect(counts).toEqual([1, 2, 1, 2])
  })

  it('learns from its signal that a later response is not wanted', async () => {
    const signals: AbortSignal[] = []
    const { unmount } = renderHook(() =>
      usePolling(true, async ({ signal }) => signals.push(signal)),
    )
    await advance(4 * secondMs)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    unmount()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
