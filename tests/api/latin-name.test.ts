import { expect, it } from 'vitest'
import type { NameKind } from '@/domain/input/latin'
import { callRoute } from '../support/call-route'
import { withShop } from '../support/with-shop'

withShop()

const propose = (body: object) =>
  callRoute('/backend/api/customers/latin-name/', { method: 'POST', body })

it.each<[string, string, NameKind, string]>([
  ['王', 'cn', 'family', 'Wang'],
  ['单', 'cn', 'family', 'Shan'],
  ['欧阳', 'cn', 'family', 'Ouyang'],
  ['吕', 'CN', 'family', 'Lyu'],
  ['小明', 'cn', 'given', 'Xiaoming'],
  ['北京', 'cn', 'place', 'Beijing'],
  ['Юлия', 'bg', 'given', 'Yulia'],
  ['김', 'kr', 'family', 'Kim'],
])('%s of a licence from %s as a %s name is proposed as %s', async (name, country, kind, latin) => {
  const { status, body } = await propose({ name, country, kind })
  expect([status, body]).toEqual([200, { latin }])
})

it.each([
  ['Chinese characters of a Japanese name', '花子', 'jp'],
  ['Chinese characters of a passport of Taiwan', '王', 'tw'],
  ['Latin letters', 'Ana', 'us'],
  ['a script without vowels', 'יוסף', 'il'],
  ['nothing', '', ''],
])('%s: no proposal', async (_, name, country) => {
  expect((await propose({ name, country, kind: 'family' })).body).toEqual({ latin: null })
})

it('a name longer than a stored one is refused', async () => {
  expect((await propose({ name: 'я'.repeat(301), country: 'ru', kind: 'place' })).status).toBe(422)
})
