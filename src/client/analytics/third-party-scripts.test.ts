import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadThirdPartyScripts } from '@/client/analytics/third-party-scripts'
import type { CheckoutStore } from '@/client/store/checkout-store'
import type { StaticPageData } from '@/contract/page'

const mirror = 'https://mirror.example'
const settings = { scripts: null, appUrl: 'https://shop.example' }

/** The link that a click targets. */
class Link {
  origin: string
  pathname: string
  constructor(href: string) {
    ;({ origin: this.origin, pathname: this.pathname } = new URL(href, mirror))
  }
  closest = () => this
}

let clicks: ((event: object) => void)[]
let assignedUrls: string[]
beforeEach(() => {
  clicks = []
  assignedUrls = []
  vi.stubGlobal('Element', Link)
  vi.stubGlobal('location', { origin: mirror, assign: (to: string) => assignedUrls.push(to) })
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: () => void) => clicks.push(listener),
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (isMirror: boolean) =>
  loadThirdPartyScripts(
    {} as CheckoutStore,
    { settings: { ...settings, isMirror }, launch: {} } as unknown as StaticPageData,
  )

/** Whether a click on a link is intercepted; otherwise the browser follows it. */
function isIntercepted(href: string, eventInit: object = {}): boolean {
  const spies = { preventDefault: vi.fn(), stopPropagation: vi.fn() }
  for (const click of clicks) click({ target: new Link(href), button: 0, ...eventInit, ...spies })
  return spies.preventDefault.mock.calls.length > 0
}

it('on the mirror, links to content pages lead to the main host', () => {
  open(true)
  expect(isIntercepted('/checkouts/privacy/')).toBe(true)
  expect(isIntercepted('/checkouts/help/')).toBe(true)
  expect(assignedUrls).toEqual([
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
])('on the mirror, %s is not intercepted', (_, href, eventInit) => {
  open(true)
  expect(isIntercepted(href, eventInit)).toBe(false)
  expect(assignedUrls).toEqual([])
})

it('on the main host, no link is intercepted', () => {
  open(false)
  expect(isIntercepted('/checkouts/privacy/')).toBe(false)
})
