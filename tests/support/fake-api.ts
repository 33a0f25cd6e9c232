import { expect, onTestFinished, vi } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { applyChange } from '@/domain/checkout/state-change'

/** A call that a part of a page has made. */
export interface MadeCall {
  /** Method and address: `POST /checkouts/backend/api/coupons/validate/?currency=USD`. */
  call: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape are looked into by tests
  body: any
}

/** What is answered: JSON with status 200, a whole response, or a failure of the network. */
type Answer = object | Response | Error

type Answers = Record<string, (made: MadeCall) => Answer | Promise<Answer>>

export interface FakeApi {
  /** Every call so far, the first first. */
  calls: MadeCall[]
  /** Those whose method and address begin so: `PATCH checkout/`. */
  callsTo: (beginning: string) => MadeCall[]
  /** Answers some calls differently from now on; the first beginning that fits counts. */
  answer: (answers: Answers) => void
  /** The checkout as the fake server has it. */
  checkout: () => WireCheckout
  /** Gives the fake server another one. */
  put: (checkout: WireCheckout) => void
}

const prefix = '/checkouts/backend/api/'

/**
 * A backend for parts of a page. It keeps one checkout, which can be read and saved; every other call has to be
 * answered by the test. A call without an answer fails the test.
 * Answers are found by how a call begins: `POST coupons/validate/`.
 */
export function fakeApi(checkout: WireCheckout, given: Answers = {}): FakeApi {
  let kept = checkout
  const answers: [string, Answers[string]][] = []
  const calls: MadeCall[] = []
  const unanswered: string[] = []
  const own: Answers = {
    'GET checkout/': () => kept,
    'PATCH checkout/': ({ body }) => {
      kept = { ...kept, version: kept.version + 1, state: applyChange(kept.state, body.state) }
      return kept
    },
  }
  const add = (more: Answers) => answers.unshift(...Object.entries(more))
  add(own)
  add(given)
  const shortOf = (call: string) => call.replace(` ${prefix}`, ' ')
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const made = {
      call: `${method} ${url}`,
      body: typeof body === 'string' ? JSON.parse(body) : body,
    }
    calls.push(made)
    const found = answers.find(([beginning]) => shortOf(made.call).startsWith(beginning))
    if (!found) unanswered.push(made.call)
    const answer = (await found?.[1](made)) ?? new TypeError('no answer')
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : Response.json(answer)
  })
  onTestFinished(() => expect(unanswered, 'calls that no answer was given for').toEqual([]))
  return {
    calls,
    callsTo: beginning => calls.filter(({ call }) => shortOf(call).startsWith(beginning)),
    answer: add,
    checkout: () => kept,
    put: checkout => {
      kept = checkout
    },
  }
}
