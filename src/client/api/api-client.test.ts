import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApiClient } from '@/client/api/api-client'
import { readCheckout } from '@/contract/checkout'
import { changeOrder } from '@/contract/orders'
import { readPermit } from '@/contract/permits'
import { readPopularCounts } from '@/contract/popular-countries'

let token = 'first'
const api = createApiClient('demo', () => token)
const details = { condition_issuing: '', condition_using: '', description: '' }

let calls: { url: string; method: string; body: unknown }[]
let answer: () => Response | Promise<Response>

beforeEach(() => {
  token = 'first'
  calls = []
  answer = () => Response.json(details)
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    calls.push({ url, method: String(method), body: body && JSON.parse(String(body)) })
    return answer()
  })
})

describe('the API client', () => {
  it('fills the path, the query and the body, to which it adds the key', async () => {
    answer = () => Response.json({ id: 'a b', email: 'ana@example.com', version: 2 })
    const input = {
      params: { id: 'a b' },
      query: { token: 't&1' },
      body: { email: 'ana@example.com' },
    }
    await api(changeOrder, input)
    expect(calls).toEqual([
      {
        url: '/checkouts/backend/api/orders/a%20b/?token=t%261',
        method: 'PATCH',
        body: { email: 'ana@example.com', api_key: 'demo' },
      },
    ])
  })

  it('sends neither key nor body with a call that has no body', async () => {
    await api(readPermit, { params: { id: 'jp' } })
    expect(calls).toEqual([
      { url: '/checkouts/backend/api/permits/jp/', method: 'GET', body: undefined },
    ])
  })

  it('fills in the token of the current checkout, unless another one is named', async () => {
    await api(readCheckout).catch(() => undefined)
    token = 'second'
    await api(readCheckout).catch(() => undefined)
    await api(readCheckout, { token: 'first' }).catch(() => undefined)
    expect(calls.map(({ url }) => url.split('/').at(-2))).toEqual(['first', 'second', 'first'])
  })

  it('throws a fault for a response that does not follow the contract', async () => {
    await expect(api(readPopularCounts)).rejects.toMatchObject({ kind: 'fault', status: 200 })
  })

  it('takes the input that the contract names, and nothing less', () => {
    const compileOnly = () => [
      // @ts-expect-error the id is missing
      api(readPermit),
      // @ts-expect-error the query is missing
      api(changeOrder, { params: { id: '1' }, body: { email: '' } }),
      // @ts-expect-error the body has no such field
      api(changeOrder, { params: { id: '1' }, query: { token }, body: { mail: '' } }),
      api(readPopularCounts),
    ]
    expect(compileOnly).toBeTypeOf('function')
  })
})
