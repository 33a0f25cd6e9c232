import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// For tests of parts of a page in a DOM of this process. What the DOM lacks is added here, and what no part needs
// is left out.

// No test is about time: a busy machine takes longer, and that is all. The DOM is not printed: the message says what was sought.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: message => new Error(message ?? 'not found'),
})

// Loaded once the customer does something; it belongs to no part of a page.
vi.mock('@/client/deferred-startup', () => ({ startDeferredTasks: () => () => undefined }))

Element.prototype.scrollIntoView = () => undefined
Element.prototype.checkVisibility = function () {
  return this.closest('[hidden]') === null
}
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
  this.dispatchEvent(new Event('close'))
}

let isWide = false

/** Shows the rest of the test on a desktop: the screen of every test is a phone's at first. */
export function emulateDesktop(): void {
  isWide = true
}

window.matchMedia = media =>
  Object.assign(new EventTarget(), {
    media,
    matches: isWide && media.includes('min-width'),
  }) as MediaQueryList

let problems: string[] = []
let expectedPatterns: RegExp[] = []

/** Announces a line on the console that this test provokes itself. Everything not announced fails the test. */
export const expectProblem = (pattern: RegExp): void => void expectedPatterns.push(pattern)

beforeEach(() => {
  isWide = false
  problems = []
  expectedPatterns = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void problems.push(args.join(' ')))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  expect(
    problems.filter(
      problem => !expectedPatterns.some(expectedPattern => expectedPattern.test(problem)),
    ),
  ).toEqual([])
})
