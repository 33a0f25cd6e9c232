import { difference } from '@/domain/checkout/state-change'
import { type CurrencyCode, isCurrency } from '@/domain/data/currencies'
import { isLanguage } from '@/domain/data/languages'
import { launchParameters } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { keepLanguage } from '@/server/checkout/keep-language'
import {
  buildPreferenceCookie,
  currencyCookie,
  languageCookie,
  setCookie,
  tokenCookie,
} from '@/server/http/cookies'
import { createHeaderReader, readCookie } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { createFormRoute, type FormRequest } from '@/server/pages/form-route'
import { resolveLanguage } from '@/server/texts/language'

interface Choice {
  language: string | undefined
  currency: CurrencyCode | undefined
}

/**
 * Stores the chosen language and currency and returns to the previous page, or to the preferences
 * page with the reason why the currency stays.
 */
export const submitPreferences = createFormRoute(async (backend, formRequest) => {
  const { response, form } = formRequest
  const choice = readChoice(form)
  const back = toLocalAddress(form.get('back'))
  if (choice.language)
    setCookie(response, buildPreferenceCookie(backend.env, languageCookie, choice.language))
  const refusal = await savePreferences(backend, formRequest, choice)
  if (refusal) return buildRefusalUrl(refusal, back)
  if (choice.currency)
    setCookie(response, buildPreferenceCookie(backend.env, currencyCookie, choice.currency))
  return back
})

/** The form's language and currency; undefined if unknown. */
function readChoice(form: URLSearchParams): Choice {
  const [language, currency] = [form.get('language') ?? '', form.get('currency')]
  return {
    language: isLanguage(language) ? language : undefined,
    currency: isCurrency(currency) ? currency : undefined,
  }
}

/** Reasons why an open order retains its currency. */
const refusals = ['currency', 'payment_in_progress'] as const
type Refusal = (typeof refusals)[number]

/** Saves the choice with the checkout; a later checkout takes it from the cookies. */
async function savePreferences(
  backend: Backend,
  { request }: FormRequest,
  { language: to, currency }: Choice,
): Promise<Refusal | undefined> {
  const token = readCookie(request, tokenCookie)
  if (!token) return undefined
  const header = createHeaderReader(request)
  try {
    if (to)
      await keepLanguage(backend, token, savedLanguage => ({
        from: resolveLanguage(header, savedLanguage),
        to,
      }))
    if (currency) await updateCheckout(backend, token, state => difference(state, { currency }))
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'stale') throw error
    return refusals.find(refusal => refusal === error.code)
  }
}

const entryPath = '/checkouts/'

/** Characters; the address goes into a header, and headers have a maximum size. */
const maxAddressLength = 2_000

/**
 * The address as a path of the checkout, else the entry page: a form must not redirect to another
 * site.
 */
export function toLocalAddress(address: string | null): string {
  const dummyOrigin = 'https://here.invalid'
  if (!address || address.length > maxAddressLength || !URL.canParse(address, dummyOrigin))
    return entryPath
  const { origin, pathname, searchParams } = new URL(address, dummyOrigin)
  if (origin !== dummyOrigin || !pathname.startsWith(entryPath)) return entryPath
  // Tokens and launch parameters must not remain in the address.
  for (const name of ['token', ...launchParameters]) searchParams.delete(name)
  const search = searchParams.toString()
  return search ? `${pathname}?${search}` : pathname
}

/** The preferences page with the reason why the currency stays. */
const buildRefusalUrl = (refusal: Refusal, back: string): string =>
  `/checkouts/preferences/?${new URLSearchParams({ back, refused: refusal })}`
