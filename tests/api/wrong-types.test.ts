import { describe, expect, it } from 'vitest'
import type { ApiCall, Schema } from '@/contract/api-call'
import { callRoute, type Reply } from '../support/call-route'
import { createPayableCheckout } from '../support/customer'
import { withShop } from '../support/with-shop'

// Sends wrong types in every field of every call. What is refused has codes of ours, in each
// message; the schema library's English would tell a customer nothing.

withShop()

const modules = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', {
  eager: true,
})
const isCall = (value: unknown): value is ApiCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value
const calls = Object.values(modules)
  .flatMap(module => Object.values(module).filter(isCall))
  .filter(({ body, query }) => body ?? query)

const isOutsideBackend = (path: string) => /^\/(?:locales|api\/set-cj)/.test(path)

const wrongValues: unknown[] = [
  null,
  true,
  -1.5,
  1e300,
  '',
  'x'.repeat(5_000),
  'a\0b',
  '\ud800',
  [],
  [null],
  ['a', 1],
  {},
  { ['__proto__']: 1, constructor: 1 },
  { toString: null },
]

interface Definition {
  shape?: Record<string, Schema>
  innerType?: Schema
}

/** The paths of all fields of a schema: `state`, `state.customer`, `state.customer.email`. */
function listPaths(schema: Schema | undefined, path: string[] = []): string[][] {
  const { shape, innerType } = (schema?._zod.def ?? {}) as Definition
  if (innerType) return listPaths(innerType, path)
  return Object.entries(shape ?? {}).flatMap(([name, field]) => [
    [...path, name],
    ...listPaths(field, [...path, name]),
  ])
}

const buildAt = ([name, ...rest]: string[], value: unknown): object => ({
  [name as string]: rest.length === 0 ? value : buildAt(rest, value),
})

function expectOwnCodes(reply: Reply, sent: string): void {
  expect(reply.status, sent).not.toBe(500)
  if (reply.status < 400) return
  expect(reply.body, sent).toMatchObject({ detail: expect.any(String), code: expect.any(String) })
  for (const { message } of reply.body.issues ?? []) expect(message, sent).toMatch(/^\w+(\.\w+)+$/)
}

describe('wrong types', () => {
  const send = (call: ApiCall, token: string, part: 'body' | 'query', value: object) =>
    callRoute(isOutsideBackend(call.path) ? call.path : `/backend${call.path}`, {
      method: call.method,
      params: { token, id: 'x', language: 'en', namespace: 'common' },
      ...(call.body && { body: {} }),
      ...(call.query && part !== 'query' && { query: { checkout: token, token } }),
      [part]: value,
      from: '203.0.113.1',
    })

  it.each(calls.map(call => [`${call.method} ${call.path}`, call] as const))(
    'in the body of %s are refused with codes, or accepted',
    async (_, call) => {
      const { token } = await createPayableCheckout()
      const names = listPaths(call.body).map(([name]) => name)
      const own = {
        ...(names.includes('token') && { token }),
        ...(names.includes('checkout') && { checkout: token }),
      }
      for (const path of listPaths(call.body))
        for (const value of wrongValues) {
          const body = { ...own, ...buildAt(path, value) }
          expectOwnCodes(await send(call, token, 'body', body), JSON.stringify(body).slice(0, 200))
        }
      for (const param of ['a\0', '__proto__', 'x'.repeat(2_000)])
        expectOwnCodes(
          await callRoute(isOutsideBackend(call.path) ? call.path : `/backend${call.path}`, {
            method: call.method,
            params: { token: param, id: param, language: 'en', namespace: 'common' },
            query: { checkout: param, token: param },
            body: { ...own },
          }),
          `the parameter ${JSON.stringify(param).slice(0, 20)}`,
        )
      for (const [name = ''] of listPaths(call.query))
        for (const value of ['', 'x'.repeat(5_000), 'a\0b', ['a', 'b'], '__proto__'])
          expectOwnCodes(await send(call, token, 'query', { [name]: value }), `${name}=${value}`)
    },
  )
})
