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

/** Takes the language and currency a customer has chosen, and goes back to where they were, or says why the currency stays. */
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

/** What the form asks for, as far as the shop has it. */
function readChoice(form: URLSearchParams): Choice {
  const [language, currency] = [form.get('language') ?? '', form.get('currency')]
  return {
    language: isLanguage(language) ? language : undefined,
    currency: isCurrency(currency) ? currency : undefined,
  }
}

/** Why an order that can still change keeps its currency. */
const refusals = ['currency', 'payment_in_progress'] as const
type Refusal = (typeof refusals)[number]

/** Saves the choice with the checkout; one that is still to begin takes it from the cookies. */
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

/** It goes into headers, which have an end. */
const maxAddressLength = 2_000

/** The address as one of ours, or the entrance: a form never sends anybody to another site. */
export function toLocalAddress(address: string | null): string {
  const dummyOrigin = 'https://here.invalid'
  if (!address || address.length > maxAddressLength || !URL.canParse(address, dummyOrigin))
    return entryPath
  const { origin, pathname, searchParams } = new URL(address, dummyOrigin)
  if (origin !== dummyOrigin || !pathname.startsWith(entryPath)) return entryPath
  // What opens a checkout, or has been read already, has no place in an address kept.
  for (const name of ['token', ...launchParameters]) searchParams.delete(name)
  const search = searchParams.toString()
  return search ? `${pathname}?${search}` : pathname
}

/** The page with the choices, which says why the currency stays. */
const buildRefusalUrl = (refusal: Refusal, back: string): string =>
  `/checkouts/preferences/?${new URLSearchParams({ back, refused: refusal })}`
