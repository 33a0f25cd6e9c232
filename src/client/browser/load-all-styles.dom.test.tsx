import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadAllStyles } from '@/client/browser/load-all-styles'

const sheet = '/checkouts/_next/static/css/all.css'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  document.head.innerHTML = ''
})

const listLinks = () =>
  [...document.head.querySelectorAll('link')].map(link => link.getAttribute('href'))

it('a page with the styles of its first view gets the whole sheet', () => {
  document.head.innerHTML = `<style data-sheet="${sheet}"></style>`
  loadAllStyles()
  expect(listLinks()).toEqual([sheet])
})

it('a page that has all styles loads nothing', () => {
  document.head.innerHTML = '<style></style>'
  loadAllStyles()
  expect(listLinks()).toEqual([])
})

it('a sheet that does not load is asked for again, later each time', () => {
  document.head.innerHTML = `<style data-sheet="${sheet}"></style>`
  loadAllStyles()
  for (const waitMs of [1_000, 2_000, 4_000]) {
    document.querySelector('link')?.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(waitMs - 1)
    expect(listLinks()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(listLinks()).toEqual([sheet])
  }
})
