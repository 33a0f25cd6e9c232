import { type PhoneRule, phoneRuleOf, phoneWrong } from '@/domain/phone/phone-rules'

let loading: Promise<PhoneRule | undefined> | undefined
let loaded: PhoneRule | undefined

/** The best rule there is yet: that of any country, before the numbers of each are loaded. */
export const phoneRuleNow = (): PhoneRule => loaded ?? phoneWrong

/**
 * The rule that knows every country's numbers. They weigh 35 kB, so it is loaded when somebody is about to
 * type one; undefined where it cannot be loaded: the server knows them too.
 */
export function loadPhoneRule(): Promise<PhoneRule | undefined> {
  loading ??= load().catch(() => {
    loading = undefined
    return undefined
  })
  return loading
}

async function load(): Promise<PhoneRule> {
  const { validatePhoneNumberLength } = await import('libphonenumber-js/min')
  loaded = phoneRuleOf((text, country) =>
    validatePhoneNumberLength(text, country as Parameters<typeof validatePhoneNumberLength>[1]),
  )
  return loaded
}
