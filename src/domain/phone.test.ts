import { describe, expect, it } from 'vitest'
import { storedPhone, typedPhone } from '@/domain/phone'

describe('a phone number', () => {
  it.each([
    ['20 7946 0958', '20 7946 0958', 'gb'],
    [' +44 20 7946 0958', '44 20 7946 0958', ''],
    ['0044 20 7946 0958', '0044 20 7946 0958', 'gb'],
    ['', '', 'gb'],
  ])(
    'typed as "%s" is stored without a plus, and shown as it was typed',
    (typed, phone, dialCode) => {
      const stored = storedPhone({ phone: typed, dialCode: 'gb' })
      expect(stored).toEqual({ phone, dialCode })
      expect(typedPhone(stored)).toBe(typed.trim())
    },
  )
})
