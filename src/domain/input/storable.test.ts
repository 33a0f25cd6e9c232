import { expect, it } from 'vitest'
import { isStorable } from '@/domain/input/storable'

it.each([
  ['', true],
  ['Łódź 日本 👍🏽', true],
  ['Port\0land', false],
  ['half a thumb \ud83d', false],
  ['the other half \udc4d', false],
])('a text can be stored or not: %j', (text, isAllowed) => {
  expect(isStorable(text)).toBe(isAllowed)
})
