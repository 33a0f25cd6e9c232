import { buildPhoneRule, type PhoneRule, validatePhoneFormat } from '@/domain/phone/phone-rules'

let loadingRule: Promise<PhoneRule | undefined> | undefined
let loadedRule: PhoneRule | undefined

/** The best rule loaded so far: the generic one until the metadata of all countries is loaded. */
export const getPhoneRule = (): PhoneRule => loadedRule ?? validatePhoneFormat

/**
 * The rule with every country's metadata (35 kB), loaded on first use of a phone field. Undefined
 * if it fails to load: the server validates too.
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
