import { expect, it } from 'vitest'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'

it('knows the numbers of every country after one load', async () => {
  const rule = await loadPhoneRule()
  expect(rule?.({ phone: '555 1234', dialCode: 'us' })).toBe('short')
  expect(rule?.({ phone: '(212) 555-2368', dialCode: 'us' })).toBeUndefined()
  expect(await loadPhoneRule()).toBe(rule)
})
