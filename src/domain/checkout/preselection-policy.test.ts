import { describe, expect, it } from 'vitest'
import { mayPreselectExtras } from '@/domain/checkout/preselection-policy'

describe('a paid extra', () => {
  it.each(['de', 'FR', 'pt', 'is', 'no', 'gb', 'ch'])(
    'is never ticked for a customer in %s',
    country => {
      expect(mayPreselectExtras(country)).toBe(false)
    },
  )

  it.each(['us', 'AE', 'jp', 'in', 'au', ''])('may be ticked for a customer in "%s"', country => {
    expect(mayPreselectExtras(country)).toBe(true)
  })
})
