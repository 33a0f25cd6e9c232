import { buildPhoneRule, type PhoneRule, validatePhoneFormat } from '@/domain/phone/phone-rules'

let loadingRule: Promise<PhoneRule | undefined> | undefined
let loadedRule: PhoneRule | undefined

/** The best rule there is yet: that of any country, before the numbers of each are loaded. */
export const getPhoneRule = (): PhoneRule => loadedRule ?? validatePhoneFormat

/**
 * The rule that knows every country's numbers. They weigh 35 kB, so it is loaded when somebody is about to
 * type one; undefined where it cannot be loaded: the server knows them too.
 */
export function loadPhoneRule(): Promise<PhoneRule | undefined> {
  loadingRule ??= importPhoneRule().catch(() => {
    loadingRule = undefined
    return undefined
  })
  return loadingRule
}

async function importPhoneRule(): Promise<PhoneRule> {
  const { validatePhoneNumberLength } = await import('libphonenumber-js/min')
  loadedRule = buildPhoneRule((text, country) =>
    validatePhoneNumberLength(text, country as Parameters<typeof validatePhoneNumberLength>[1]),
  )
  return loadedRule
}
