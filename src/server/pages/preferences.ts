import { difference } from '@/domain/checkout/state-change'
import { type CurrencyCode, isCurrency } from '@/domain/data/currencies'
import { isLanguage } from '@/domain/data/languages'
import { launchParameters } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { edit } from '@/server/checkout/checkout-service'
import { keepLanguage } from '@/server/checkout/keep-language'
import {
  currencyCookie,
  keepChoice,
  languageCookie,
  setCookie,
  tokenCookie,
} from '@/server/http/cookies'
import { cookieOf, headerOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { formRoute, type PostedForm } from '@/server/pages/form-route'
import { languageOf } from '@/server/texts/language'

interface Choice {
  language: string | undefined
  currency: CurrencyCode | undefined
}

/** Takes the language and currency a customer has chosen, and goes back to where they were, or says why the currency stays. */
export const takePreferences = formRoute(async (backend, posted) => {
  const { response, form } = posted
  const choice = choiceIn(form)
  const back = localAddress(form.get('back'))
  if (choice.language) setCookie(response, keepChoice(backend.env, languageCookie, choice.language))
  const refusal = await remember(backend, posted, choice)
  if (refusal) return toldOf(refusal, back)
  if (choice.currency) setCookie(response, keepChoice(backend.env, currencyCookie, choice.currency))
  return back
})

/** What the form asks for, as far as the shop has it. */
function choiceIn(form: URLSearchParams): Choice {
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
async function remember(
  backend: Backend,
  { request }: PostedForm,
  { language: to, currency }: Choice,
): Promise<Refusal | undefined> {
  const token = cookieOf(request, tokenCookie)
  if (!token) return undefined
  const header = headerOf(request)
  try {
    if (to) await keepLanguage(backend, token, saved => ({ from: languageOf(header, saved), to }))
    if (currency) await edit(backend, token, state => difference(state, { currency }))
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'stale') throw error
    return refusals.find(refusal => refusal === error.code)
  }
}

const entrance = '/checkouts/'

/** It goes into headers, which have an end. */
const longestAddress = 2_000

/** The address as one of ours, or the entrance: a form never sends anybody to another site. */
export function localAddress(asked: string | null): string {
  const here = 'https://here.invalid'
  if (!asked || asked.length > longestAddress || !URL.canParse(asked, here)) return entrance
  const { origin, pathname, searchParams } = new URL(asked, here)
  if (origin !== here || !pathname.startsWith(entrance)) return entrance
  // What opens a checkout, or has been read already, has no place in an address kept.
  for (const name of ['token', ...launchParameters]) searchParams.delete(name)
  const search = searchParams.toString()
  return search ? `${pathname}?${search}` : pathname
}

/** The page with the choices, which says why the currency stays. */
const toldOf = (refusal: Refusal, back: string): string =>
  `/checkouts/preferences/?${new URLSearchParams({ back, refused: refusal })}`
