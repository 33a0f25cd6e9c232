import type { Infer } from '@/contract/api-call'
import type { proposeLatinName } from '@/contract/customers'
import type { PageData } from '@/contract/page'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { isLatin, type NameKind } from '@/domain/input/latin'
import { transliterateName } from '@/domain/input/transliterate'

type LatinName = Infer<typeof proposeLatinName.response>

/** The call: a proposal for a name that is not in Latin letters; null without one. */
export const proposeName = async (
  _backend: unknown,
  { body: { name, country, kind } }: { body: Infer<typeof proposeLatinName.body> },
): Promise<LatinName> => ({ latin: await romanizeName(name, { country, kind }) })

/**
 * A name in Latin letters as passports of the country (a code in any case) print it; null for one
 * in Latin letters, and if there is no rule for its script.
 */
export async function romanizeName(
  name: string,
  context: { country: string; kind: NameKind },
): Promise<string | null> {
  return isChinese(name, context.country)
    ? romanizeChinese(name.trim(), context.kind)
    : transliterateName(name, context)
}

type Customer = Pick<
  CheckoutState['customer'],
  'license_first_name' | 'license_last_name' | 'place_of_birth' | 'license_issued'
>

/** Proposals for the driver's name and place of birth; undefined if all are in Latin letters. */
export async function proposeDriverName({
  license_first_name: givenName,
  license_last_name: familyName,
  place_of_birth: birthPlace,
  license_issued: country,
}: Customer): Promise<PageData['latinName']> {
  if ([givenName, familyName, birthPlace].every(isLatin)) return undefined
  const given = await romanizeName(givenName, { country, kind: 'given' })
  const family = await romanizeName(familyName, { country, kind: 'family' })
  const place = await romanizeName(birthPlace, { country, kind: 'place' })
  return {
    ...(given && { license_first_name: given }),
    ...(family && { license_last_name: family }),
    ...(place && { place_of_birth: place }),
  }
}

/** Passports of these countries read the same characters in another way. */
const otherReadings = ['jp', 'kr', 'tw', 'hk', 'mo', 'sg', 'my']

const isChinese = (name: string, country: string): boolean =>
  /^[\p{sc=Han}\s·]+$/u.test(name) &&
  /\p{sc=Han}/u.test(name) &&
  !otherReadings.includes(country.toLowerCase())

/** Pinyin without tones, as one word; ü is YU in passports of China. */
async function romanizeChinese(name: string, kind: NameKind): Promise<string> {
  const { pinyin } = await import('pinyin-pro') // its dictionary takes 10 MB
  const words = name.split(/[\s·]+/).map(word =>
    pinyin(word, {
      toneType: 'none',
      type: 'array',
      v: true,
      surname: kind === 'family' ? 'all' : 'off',
    })
      .join('')
      .replace(/v/g, 'yu'),
  )
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
