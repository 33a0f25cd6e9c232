import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from '@/client/api/api-client'
import {
  type CheckoutStore,
  createCheckoutStore,
  optimisticState,
} from '@/client/store/checkout-store'
import { createSync, type Sync } from '@/client/store/checkout-sync'
import { readCheckout, type WireCheckout } from '@/contract/checkout'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { applyChange } from '@/domain/checkout/state-change'
import { stubStorage } from '../../../tests/support/browser-storage'

const checkout = (overrides: Partial<WireCheckout> = {}): WireCheckout => ({
  token: 't'.repeat(43),
  state: emptyCheckout,
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...overrides,
})

const jsonResponse = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Responds with the sent state and the next version. */
const saveResponse = (request: SentRequest): Response =>
  jsonResponse(
    200,
    checkout({
      version: (request.body.version ?? 0) + 1,
      state: applyChange(emptyCheckout, request.body.state),
    }),
  )

interface SentRequest {
  method: string
  url: string
  // biome-ignore lint/suspicious/noExplicitAny: what travels is looked at as it is
  body: any
}

let sentRequests: SentRequest[]
let server: (request: SentRequest) => Response | Promise<Response>
let store: CheckoutStore
let sync: Sync

beforeEach(() => {
  vi.useFakeTimers()
  sentRequests = []
  server = saveResponse
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const request = {
      url,
      method: String(method),
      body: body ? JSON.parse(String(body)) : undefined,
    }
    sentRequests.push(request)
    return server(request)
  })
  open(checkout())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(first: WireCheckout, launch: Record<string, string> = {}): void {
  store = createCheckoutStore(first)
  const api = createApiClient('demo', () => store.getState().checkout.token)
  sync = createSync(store, api, launch)
}

const readSaveStatus = () => store.getState().saving

describe('a change', () => {
  it('that the server confirms renders nothing again: the shown objects stay', async () => {
    sync.change({ customer: { email: 'ana@example.com' }, destinations: ['es'] })
    const { customer, destinations, urgent } = optimisticState(store.getState())
    await sync.flush()
    expect(readSaveStatus()).toBe('saved')
    const confirmedState = optimisticState(store.getState())
    expect(confirmedState.customer).toBe(customer)
    expect(confirmedState.destinations).toBe(destinations)
    expect(confirmedState.urgent).toBe(urgent)
  })

  it('never disappears during a save', async () => {
    sync.change({ customer: { license_first_name: 'Maria' } })
    await sync.flush()
    const seenNames = new Set<string>()
    store.subscribe(state => seenNames.add(optimisticState(state).customer.license_first_name))
    sync.change({ customer: { license_first_name: 'Mariana' } })
    await sync.flush()
    expect([...seenNames]).toEqual(['Mariana'])
  })

  it('is saved in one call for any number of fields', async () => {
    sync.change({ customer: { license_first_name: 'Maria' } })
    sync.change({ customer: { license_last_name: 'Almeida' } })
    expect(await sync.flush()).toBe(true)
    expect(sentRequests).toHaveLength(1)
    expect(sentRequests[0]?.body).toEqual({
      api_key: 'demo',
      version: 1,
      state: { customer: { license_first_name: 'Maria', license_last_name: 'Almeida' } },
    })
    expect(readSaveStatus()).toBe('saved')
  })

  it('during a save stays and is saved next', async () => {
    server = request => {
      if (sentRequests.length === 1) sync.change({ customer: { license_last_name: 'Almeida' } })
      return saveResponse(request)
    }
    sync.change({ customer: { license_first_name: 'Maria' } })
    expect(await sync.flush()).toBe(true)
    expect(sentRequests.map(({ body }) => body.state.customer)).toEqual([
      { license_first_name: 'Maria' },
      { license_last_name: 'Almeida' },
    ])
    expect(sentRequests[1]?.body.version).toBe(2)
  })

  it('is merged onto another tab’s save and sent again', async () => {
    const freshCheckout = checkout({
      version: 5,
      state: applyChange(emptyCheckout, { customer: { place_of_birth: 'Lisbon' } }),
    })
    server = request =>
      sentRequests.length === 1
        ? jsonResponse(409, { detail: 'changed', code: 'stale', checkout: freshCheckout })
        : jsonResponse(200, {
            ...freshCheckout,
            version: 6,
            state: applyChange(freshCheckout.state, request.body.state),
          })
    sync.change({ customer: { license_first_name: 'Maria' } })
    expect(await sync.flush()).toBe(true)
    expect(sentRequests[1]?.body.version).toBe(5)
    expect(optimisticState(store.getState()).customer).toMatchObject({
      place_of_birth: 'Lisbon',
      license_first_name: 'Maria',
    })
  })

  it('stays while offline and is sent automatically later', async () => {
    server = () => Promise.reject(new TypeError('no network'))
    sync.change({ customer: { license_first_name: 'Maria' } })
    expect(await sync.flush()).toBe(false)
    expect(readSaveStatus()).toBe('offline')
    expect(optimisticState(store.getState()).customer.license_first_name).toBe('Maria')
    server = saveResponse
    await vi.runAllTimersAsync()
    expect(readSaveStatus()).toBe('saved')
    expect(sentRequests.at(-1)?.body.state).toEqual({ customer: { license_first_name: 'Maria' } })
  })

  it.each([503, 502, 429])('stays and is sent again if a proxy responds %i', async status => {
    server = () => new Response('<h1>Busy</h1>', { status })
    sync.change({ customer: { license_first_name: 'Maria' } })
    expect(await sync.flush()).toBe(false)
    expect(readSaveStatus()).toBe('failed')
    expect(optimisticState(store.getState()).customer.license_first_name).toBe('Maria')
    server = saveResponse
    await vi.runAllTimersAsync()
    expect(readSaveStatus()).toBe('saved')
    expect(sentRequests.at(-1)?.body.state).toEqual({ customer: { license_first_name: 'Maria' } })
  })

  it('creates the checkout with the first save', async () => {
    open(checkout({ token: '', version: 0 }))
    server = () => jsonResponse(200, checkout({ version: 1 }))
    sync.change({ customer: { license_first_name: 'Maria' } })
    await sync.flush()
    expect(sentRequests[0]).toMatchObject({
      method: 'POST',
      url: '/checkouts/backend/api/checkout/',
    })
    expect(store.getState().checkout.token).toBe('t'.repeat(43))
  })

  it('creates the checkout with the launch parameters, which later saves do not repeat', async () => {
    open(checkout({ token: '', version: 0 }), { coupon: 'SAVE10' })
    server = () => jsonResponse(200, checkout({ version: 1 }))
    sync.change({ customer: { license_first_name: 'Maria' } })
    await sync.flush()
    sync.change({ customer: { license_last_name: 'Almeida' } })
    await sync.flush()
    expect(sentRequests.map(({ method, body }) => [method, body.launch])).toEqual([
      ['POST', { coupon: 'SAVE10' }],
      ['PATCH', undefined],
    ])
  })

  it('stays on the screen if the token has expired', async () => {
    server = () => jsonResponse(404, { detail: 'Not found.', code: 'not_found' })
    sync.change({ customer: { license_first_name: 'Maria' } })
    expect(await sync.flush()).toBe(false)
    expect(store.getState().isExpired).toBe(true)
    expect(optimisticState(store.getState()).customer.license_first_name).toBe('Maria')
  })

  it('is left behind as soon as the server has it, before the page shows the response', async () => {
    const leave = vi.fn(() => expect(readSaveStatus()).toBe('saving'))
    sync.change({ step: 2 })
    const flushed = sync.flush('driver-details', leave)
    await vi.advanceTimersByTimeAsync(0)
    expect(await flushed).toBe(true)
    expect(leave).toHaveBeenCalledOnce()
    expect(readSaveStatus()).toBe('saved')
    expect(sentRequests.at(-1)?.body).toMatchObject({ submits: 'driver-details' })
  })

  it('that is made during the submit of a step is saved before the page is left', async () => {
    const leave = vi.fn()
    server = request => {
      if (request.body.submits) sync.change({ dialCode: 'gb' })
      return saveResponse(request)
    }
    sync.change({ step: 2 })
    expect(await sync.flush('driver-details', leave)).toBe(true)
    expect(leave).not.toHaveBeenCalled()
    expect(sentRequests.at(-1)?.body.state).toEqual({ dialCode: 'gb' })
  })

  it('goes into a new order if the old one has expired and the customer starts over', async () => {
    server = () => jsonResponse(404, { detail: 'Not found.', code: 'not_found' })
    sync.change({ customer: { license_first_name: 'Maria' } })
    await sync.flush()
    server = request =>
      jsonResponse(
        200,
        checkout({ token: 'n'.repeat(43), state: applyChange(emptyCheckout, request.body.state) }),
      )
    expect(await sync.startOver()).toBe(true)
    expect(sentRequests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/checkouts/backend/api/checkout/',
    })
    expect(store.getState()).toMatchObject({
      isExpired: false,
      checkout: { token: 'n'.repeat(43) },
    })
    expect(optimisticState(store.getState()).customer.license_first_name).toBe('Maria')
  })

  it('is reported as refused, with the change, until the next change', async () => {
    const urgent = { selected: true, is_skip: false }
    server = request =>
      request.method === 'PATCH'
        ? jsonResponse(409, { detail: 'no', code: 'payment_in_progress' })
        : jsonResponse(200, checkout())
    sync.change({ urgent })
    expect(await sync.flush()).toBe(false)
    expect(store.getState()).toMatchObject({
      dirty: {},
      refused: { code: 'payment_in_progress', change: { urgent } },
    })
    sync.change({ gclid: 'x' })
    expect(store.getState().refused).toBeNull()
  })

  it('is saved without the one field that the server refuses', async () => {
    const issues = [{ field: 'state.customer.license_first_name', message: 'long' }]
    server = request =>
      request.body.state.customer.license_first_name
        ? jsonResponse(422, { detail: 'no', code: 'unprocessable', issues })
        : saveResponse(request)
    sync.change({ customer: { license_first_name: 'M'.repeat(300), email: 'm@example.com' } })
    expect(await sync.flush()).toBe(true)
    expect(sentRequests.at(-1)?.body.state).toEqual({ customer: { email: 'm@example.com' } })
    expect(store.getState().notifications.map(({ text }) => text)).toEqual(['save.unprocessable'])
  })

  it('is saved without the code if the coupon limit is reached', async () => {
    const issues = [{ field: 'state.coupon', message: 'coupon.rate_limited' }]
    server = request =>
      request.body.state.coupon
        ? jsonResponse(429, {
            detail: 'no',
            code: 'rate_limited',
            issues,
            checkout: checkout({ version: 2 }),
          })
        : saveResponse(request)
    sync.change({ coupon: { name: 'CART20' }, customer: { email: 'm@example.com' } })
    expect(await sync.flush()).toBe(true)
    expect(sentRequests).toHaveLength(2)
    expect(sentRequests[1]?.body).toMatchObject({
      version: 2,
      state: { customer: { email: 'm@example.com' } },
    })
  })

  it('shows a notice if the server refuses it for good, and does not block later changes', async () => {
    server = request =>
      sentRequests.length === 1
        ? jsonResponse(422, { detail: 'no', code: 'unprocessable' })
        : saveResponse(request)
    sync.change({ customer: { license_first_name: 'M'.repeat(300) } })
    await sync.flush()
    expect(store.getState().notifications.map(({ text }) => text)).toEqual(['save.unprocessable'])
    sync.change({ customer: { license_first_name: 'Maria' } })
    expect(await sync.flush()).toBe(true)
  })
})

describe('the queue', () => {
  const name = (license_first_name: string) => ({ customer: { license_first_name } })
  const listNames = () =>
    sentRequests.map(({ body }) => body?.state.customer.license_first_name).filter(Boolean)

  it('sends what was typed within 600 ms of each other in one call', async () => {
    for (const text of ['M', 'Ma', 'Mar']) {
      sync.change(name(text))
      await vi.advanceTimersByTimeAsync(599)
    }
    expect(sentRequests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(listNames()).toEqual(['Mar'])
  })

  it('has one call in flight, in the order of the requests', async () => {
    let inFlight = 0
    let mostInFlight = 0
    server = async request => {
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      await new Promise(done => setTimeout(done, 100))
      inFlight -= 1
      return request.method === 'PATCH' ? saveResponse(request) : jsonResponse(200, checkout())
    }
    sync.change(name('Maria'))
    const saves = [sync.flush(), sync.flush()]
    const command = sync.run(readCheckout)
    await vi.advanceTimersByTimeAsync(50)
    sync.change(name('Mariana'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await Promise.all(saves)).toEqual([true, true])
    await command
    expect(mostInFlight).toBe(1)
    expect(sentRequests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'GET'])
    expect(listNames()).toEqual(['Maria', 'Mariana'])
  })

  it('calls for the checkout of the request, even if another one has replaced it', async () => {
    server = async request => {
      store.setState({ checkout: checkout({ token: 'n'.repeat(43) }) })
      return request.method === 'PATCH' ? saveResponse(request) : jsonResponse(200, checkout())
    }
    sync.change(name('Maria'))
    void sync.flush()
    await sync.run(readCheckout)
    expect(sentRequests.at(-1)?.url).toContain('t'.repeat(43))
  })

  it('lets a flush wait for the call in flight and for its own changes', async () => {
    const answers: (() => void)[] = []
    server = request =>
      new Promise(done => {
        answers.push(() => done(saveResponse(request)))
      })
    sync.change(name('Maria'))
    await vi.advanceTimersByTimeAsync(600)
    sync.change(name('Mariana'))
    let isSaved: boolean | undefined
    void sync.flush().then(result => {
      isSaved = result
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(listNames()).toEqual(['Maria'])
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(listNames()).toEqual(['Maria', 'Mariana'])
    expect(isSaved).toBeUndefined()
    answers[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(isSaved).toBe(true)
  })

  it('sends again after 1 s, 2 s, 4 s, up to 30 s, and a command does not wait for that', async () => {
    const sentAt: number[] = []
    const start = Date.now()
    server = ({ method }) => {
      if (method === 'GET') return jsonResponse(200, checkout())
      sentAt.push(Math.round((Date.now() - start) / 1_000))
      return jsonResponse(503, {})
    }
    sync.change(name('Maria'))
    expect(await sync.flush()).toBe(false)
    expect(await sync.run(readCheckout)).toMatchObject({ version: 1 })
    await vi.advanceTimersByTimeAsync(91_000)
    expect(sentAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
  })

  it('gives up after eight stale responses in a row, and the change stays', async () => {
    let version = 1
    server = () => {
      version += 1
      return jsonResponse(409, { detail: '', code: 'stale', checkout: checkout({ version }) })
    }
    sync.change(name('Maria'))
    expect(await sync.flush()).toBe(false)
    expect(sentRequests.map(({ body }) => body.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    server = saveResponse
    expect(await sync.flush()).toBe(true)
    expect(sentRequests.at(-1)?.body).toMatchObject({ version: 9, state: name('Maria') })
  })
})

describe('in a browser', () => {
  let browser: EventTarget
  let storage: Map<string, string>
  let stop: () => void

  beforeEach(() => {
    browser = new EventTarget()
    storage = stubStorage()
    vi.stubGlobal('window', browser)
    stop = sync.start({ beginsCheckout: true })
  })
  afterEach(() => stop())

  it('an unsent change is sent at once when the network is back', async () => {
    server = () => Promise.reject(new TypeError('no network'))
    sync.change({ customer: { license_first_name: 'Maria' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readSaveStatus()).toBe('offline')
    server = saveResponse
    const attemptCount = sentRequests.length
    browser.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sentRequests).toHaveLength(attemptCount + 1)
    expect(readSaveStatus()).toBe('saved')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentRequests).toHaveLength(attemptCount + 1)
  })

  it('an unsent change survives a reload, except for the date of birth', async () => {
    server = () => Promise.reject(new TypeError('no network'))
    sync.change({ customer: { license_first_name: 'Maria', date_of_birth: '1991-03-14' } })
    expect(await sync.flush()).toBe(false)
    stop()
    server = saveResponse
    open(checkout())
    stop = sync.start({ beginsCheckout: true })
    expect(optimisticState(store.getState()).customer.license_first_name).toBe('Maria')
    await vi.advanceTimersByTimeAsync(600)
    expect(sentRequests.at(-1)?.body).toMatchObject({
      version: 1,
      state: { customer: { license_first_name: 'Maria' } },
    })
    expect([...storage.keys()]).toEqual([])
  })

  it('an unsent change goes out without a version when the page is left', async () => {
    sync.change({ customer: { license_first_name: 'Maria' } })
    browser.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sentRequests.map(({ body }) => body)).toEqual([
      { api_key: 'demo', state: { customer: { license_first_name: 'Maria' } } },
    ])
  })
})
