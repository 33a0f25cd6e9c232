import { describe, expect, it } from 'vitest'
import { canPreselectExtras } from '@/domain/checkout/residence'

describe('a paid extra', () => {
  it.each(['de', 'FR', 'pt', 'is', 'no', 'gb', 'ch'])(
    'is never preselected for a customer in %s',
    country => {
      expect(canPreselectExtras(country)).toBe(false)
    },
  )

  it.each(['us', 'AE', 'jp', 'in', 'au', ''])(
    'may be preselected for a customer in "%s"',
    country => {
      expect(canPreselectExtras(country)).toBe(true)
    },
  )
})
