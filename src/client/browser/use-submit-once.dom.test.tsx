import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useSubmitOnce } from '@/client/browser/use-submit-once'

describe('a task that is submitted once', () => {
  it('ignores a second click in the same moment and is busy until the first task ends', async () => {
    const { result } = renderHook(useSubmitOnce)
    let resolve: (value: string) => void = () => undefined
    const task = vi.fn(() => new Promise<string>(release => (resolve = release)))
    const results: Promise<string | undefined>[] = []
    act(() => {
      results.push(result.current.submitOnce(task), result.current.submitOnce(task))
    })
    expect(task).toHaveBeenCalledOnce()
    expect(result.current.isBusy).toBe(true)
    await act(async () => resolve('done'))
    expect(await Promise.all(results)).toEqual(['done', undefined])
    expect(result.current.isBusy).toBe(false)
  })

  it('can be submitted again after it ended, also with an error', async () => {
    const { result } = renderHook(useSubmitOnce)
    const failure = new Error('no network')
    await act(() =>
      expect(result.current.submitOnce(() => Promise.reject(failure))).rejects.toBe(failure),
    )
    expect(result.current.isBusy).toBe(false)
    expect(await act(() => result.current.submitOnce(async () => 'done'))).toBe('done')
  })
})
