import { expect, it } from 'vitest'
import { isolateText } from '@/domain/input/bidi'

it('text of the other direction is isolated', () => {
  expect(isolateText('ltr', '11 x 2026', 'rtl')).toBe('\u206811 x 2026\u2069')
  expect(isolateText('rtl', '11 x 2026', 'ltr')).toBe('\u206811 x 2026\u2069')
})

it('text of the same direction is unchanged', () => {
  expect(isolateText('rtl', '11 x 2026', 'rtl')).toBe('11 x 2026')
})
