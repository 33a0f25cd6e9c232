import { expect, it } from 'vitest'
import { formatDayRange } from '@/domain/dates/day-range'

const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

it.each([
  ['en', /^Thu, Dec 3/],
  ['ar-u-nu-latn', /^الخميس 3[^،]*الثلاثاء 8[^،]*$/],
])('two days in %s', (locale, pattern) => {
  const format = new Intl.DateTimeFormat(locale, options)
  expect(formatDayRange(format, '2026-12-03', '2026-12-08')).toMatch(pattern)
})
