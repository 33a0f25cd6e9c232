import { expect, it } from 'vitest'
import { flagUrlOf } from '@/client/pickers/flags'

it.each([
  ['fr', '/checkouts/flags/fr.svg'],
  ['XK', '/checkouts/flags/xk.svg'],
  ['x-bali', '/checkouts/flags/id.svg'],
  ['x-dubai', '/checkouts/flags/ae.svg'],
  ['', undefined],
  ['zz', undefined],
])('the flag of %j is %j', (value, address) => expect(flagUrlOf(value)).toBe(address))
