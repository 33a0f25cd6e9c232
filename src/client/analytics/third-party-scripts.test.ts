import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadOutsideScripts } from '@/client/analytics/third-party-scripts'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { PageFacts } from '@/contract/page'

const mirror = 'https://mirror.example'
const settings = { scripts: null, appUrl: 'https://shop.example' }

/** A link in the page, on which a click begins. */
class Link {
  origin: string
  pathname: string
  constructor(href: string) {
    ;({ origin: this.origin, pathname: this.pathname } = new URL(href, mirror))
  }
  closest = () => this
}

let clicks: ((event: object) => void)[]
let sentTo: string[]
beforeEach(() => {
  clicks = []
  sentTo = []
  vi.stubGlobal('Element', Link)
  vi.stubGlobal('location', { origin: mirror, assign: (to: string) => sentTo.push(to) })
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: () => void) => clicks.push(listener),
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (isMirror: boolean) =>
  loadOutsideScripts(
    {} as CheckoutStore,
    { settings: { ...settings, isMirror }, launch: {} } as unknown as PageFacts,
  )

/** Whether a click on a link is taken over; else it goes where it leads. */
function isTaken(href: string, how: object = {}): boolean {
  const calls = { preventDefault: vi.fn(), stopPropagation: vi.fn() }
  for (const click of clicks) click({ target: new Link(href), button: 0, ...how, ...calls })
  return calls.preventDefault.mock.calls.length > 0
}

it('on the mirror, links to what is only to be read lead to the main host', () => {
  open(true)
  expect(isTaken('/checkouts/privacy/')).toBe(true)
  expect(isTaken('/checkouts/help/')).toBe(true)
  expect(sentTo).toEqual([
    'https://shop.example/checkouts/privacy/',
    'https://shop.example/checkouts/help/',
  ])
})

it.each([
  ['a step of the order', '/checkouts/v2/review/', {}],
  ['another site', 'https://elsewhere.example/checkouts/privacy/', {}],
  ['a new tab', '/checkouts/privacy/', { ctrlKey: true }],
  ['a new window', '/checkouts/privacy/', { shiftKey: true }],
  ['the middle button', '/checkouts/privacy/', { button: 1 }],
])('on the mirror, %s is left alone', (_, href, how) => {
  open(true)
  expect(isTaken(href, how)).toBe(false)
  expect(sentTo).toEqual([])
})

it('on the main host no link is touched', () => {
  open(false)
  expect(isTaken('/checkouts/privacy/')).toBe(false)
})
