import { expect, it } from 'vitest'
import { isolateText } from '@/domain/input/bidi'

it('words that run the other way stand by themselves', () => {
  expect(isolateText('ltr', '11 x 2026', 'rtl')).toBe('\u206811 x 2026\u2069')
  expect(isolateText('rtl', '11 x 2026', 'ltr')).toBe('\u206811 x 2026\u2069')
})

it('words that run the same way need nothing', () => {
  expect(isolateText('rtl', '11 x 2026', 'rtl')).toBe('11 x 2026')
})
