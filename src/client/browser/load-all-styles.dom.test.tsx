import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lacksStyles, loadAllStyles } from '@/client/browser/load-all-styles'

const sheet = '/checkouts/_next/static/css/all.css'
const loadedChunk = vi.fn()
let webpack: { e: (id: number) => Promise<unknown> }

beforeEach(() => {
  vi.useFakeTimers()
  loadedChunk.mockClear()
  webpack = { e: async () => undefined }
  vi.stubGlobal('__webpack_require__', webpack)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

const listLinks = () =>
  [...document.head.querySelectorAll('link')].map(link => link.getAttribute('href'))

const endLoading = (event: 'load' | 'error') =>
  document.querySelector('link')?.dispatchEvent(new Event(event))

function openFirstVisit(): void {
  document.head.innerHTML = `<style data-sheet="${sheet}"></style>`
  loadAllStyles()
}

it('a page with the styles of its first view gets the whole sheet', () => {
  openFirstVisit()
  expect(listLinks()).toEqual([sheet])
  expect(lacksStyles()).toBe(true)
  endLoading('load')
  expect(lacksStyles()).toBe(false)
})

it('a page that has all styles loads nothing', () => {
  document.head.innerHTML = '<style></style>'
  loadAllStyles()
  expect(listLinks()).toEqual([])
  expect(lacksStyles()).toBe(false)
})

it('a sheet that does not load is asked for again', () => {
  openFirstVisit()
  for (let failure = 0; failure < 3; failure += 1) {
    endLoading('error')
    expect(listLinks()).toEqual([])
    vi.advanceTimersByTime(3_000)
    expect(listLinks()).toEqual([sheet])
  }
})

it('parts that load later wait for the styles', async () => {
  openFirstVisit()
  void webpack.e(1).then(loadedChunk)
  await vi.advanceTimersByTimeAsync(100)
  expect(loadedChunk).not.toHaveBeenCalled()
  endLoading('load')
  await vi.advanceTimersByTimeAsync(0)
  expect(loadedChunk).toHaveBeenCalled()
})

it('parts that load later do not wait for styles that never come', async () => {
  openFirstVisit()
  void webpack.e(1).then(loadedChunk)
  endLoading('error')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(loadedChunk).toHaveBeenCalled()
})
