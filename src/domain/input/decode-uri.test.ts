import { expect, it } from 'vitest'
import { decodeUri } from '@/domain/input/decode-uri'

it.each([
  ['SUMMER%2020%25', 'SUMMER 20%'],
  ['%D8%B5', 'ص'],
  ['plain', 'plain'],
  ['', ''],
  ['%E0%A4%A', undefined],
  ['100%', undefined],
])('%j without its percent escapes is %j', (text, decoded) => {
  expect(decodeUri(text)).toBe(decoded)
})
