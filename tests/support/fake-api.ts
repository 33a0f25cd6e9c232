import { expect, onTestFinished, vi } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { applyChange } from '@/domain/checkout/state-change'

/** A call that a part of a page has made. */
export interface RecordedCall {
  /** Method and address: `POST /checkouts/backend/api/coupons/validate/?currency=USD`. */
  call: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape are looked into by tests
  body: any
}

/** What is answered: JSON with status 200, a whole response, or a failure of the network. */
type Answer = object | Response | Error

type Answers = Record<string, (recorded: RecordedCall) => Answer | Promise<Answer>>

export interface FakeApi {
  /** Every call so far, the first first. */
  calls: RecordedCall[]
  /** Those whose method and address begin so: `PATCH checkout/`. */
  findCalls: (beginning: string) => RecordedCall[]
  /** Answers some calls differently from now on; the first beginning that fits counts. */
  addAnswers: (answers: Answers) => void
  /** The checkout as the fake server has it. */
  checkout: () => WireCheckout
  /** Gives the fake server another one. */
  setCheckout: (checkout: WireCheckout) => void
}

const prefix = '/checkouts/backend/api/'

/**
 * A backend for parts of a page. It keeps one checkout, which can be read and saved; every other call has to be
 * answered by the test. A call without an answer fails the test.
 * Answers are found by how a call begins: `POST coupons/validate/`.
 */
export function fakeApi(checkout: WireCheckout, initialAnswers: Answers = {}): FakeApi {
  let current = checkout
  const answers: [string, Answers[string]][] = []
  const calls: RecordedCall[] = []
  const unanswered: string[] = []
  const defaultAnswers: Answers = {
    'GET checkout/': () => current,
    'PATCH checkout/': ({ body }) => {
      current = {
        ...current,
        version: current.version + 1,
        state: applyChange(current.state, body.state),
      }
      return current
    },
  }
  const prependAnswers = (newAnswers: Answers) => answers.unshift(...Object.entries(newAnswers))
  prependAnswers(defaultAnswers)
  prependAnswers(initialAnswers)
  const shortenCall = (call: string) => call.replace(` ${prefix}`, ' ')
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const recorded = {
      call: `${method} ${url}`,
      body: typeof body === 'string' ? JSON.parse(body) : body,
    }
    calls.push(recorded)
    const found = answers.find(([beginning]) => shortenCall(recorded.call).startsWith(beginning))
    if (!found) unanswered.push(recorded.call)
    const response = (await found?.[1](recorded)) ?? new TypeError('no answer')
    if (response instanceof Error) throw response
    return response instanceof Response ? response : Response.json(response)
  })
  onTestFinished(() => expect(unanswered, 'calls that no answer was given for').toEqual([]))
  return {
    calls,
    findCalls: beginning => calls.filter(({ call }) => shortenCall(call).startsWith(beginning)),
    addAnswers: prependAnswers,
    checkout: () => current,
    setCheckout: checkout => {
      current = checkout
    },
  }
}
