import { expect, onTestFinished, vi } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { applyChange } from '@/domain/checkout/state-change'

/** A call made by the component under test. */
export interface RecordedCall {
  /** Method and address: `POST /checkouts/backend/api/coupons/validate/?currency=USD`. */
  call: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape are looked into by tests
  body: any
}

/** The answer: JSON with status 200, a full response, or a network error. */
type Answer = object | Response | Error

type Answers = Record<string, (recorded: RecordedCall) => Answer | Promise<Answer>>

export interface FakeApi {
  /** All calls so far, oldest first. */
  calls: RecordedCall[]
  /** Calls whose method and address start with this: `PATCH checkout/`. */
  findCalls: (beginning: string) => RecordedCall[]
  /** Adds answers; the first matching prefix wins. */
  addAnswers: (answers: Answers) => void
  /** The checkout stored in the fake server. */
  checkout: () => WireCheckout
  /** Replaces the stored checkout. */
  setCheckout: (checkout: WireCheckout) => void
}

const prefix = '/checkouts/backend/api/'

/**
 * A fake backend for components. It stores one checkout, which can be read and saved; the test must
 * answer every other call, or the test fails. Answers are found by the start of the call: `POST
 * coupons/validate/`.
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
