import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Setup of component tests in a simulated DOM. Adds what the DOM lacks and stubs what no component
// needs.

// Generous timeouts for busy machines. The DOM is not printed: the error message names the query.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: message => new Error(message ?? 'not found'),
})

// Starts on the first interaction; not part of a component.
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

/** Emulates a desktop for the rest of the test; the default is a phone. */
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

/** Allows console output that the test causes itself. Any other output fails the test. */
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
