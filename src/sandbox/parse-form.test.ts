import { expect, test } from 'vitest'
import { parseForm } from '@/sandbox/parse-form'

test.each([
  ['amount=4900&currency=usd', { amount: '4900', currency: 'usd' }],
  ['metadata[order]=a%20b&metadata[x]=', { metadata: { order: 'a b', x: '' } }],
  ['expand[]=a&expand[]=b', { expand: { 0: 'a', 1: 'b' } }],
  ['expand[0]=a&expand[1]=b', { expand: { 0: 'a', 1: 'b' } }],
  ['a[0][b]=1&a[0][c]=2', { a: { 0: { b: '1', c: '2' } } }],
])('%s', (text, form) => {
  expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(form)
})

test('no name reaches the prototype', () => {
  const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
  expect(Object.getPrototypeOf(form)).toBe(null)
  expect('polluted' in {}).toBe(false)
})
