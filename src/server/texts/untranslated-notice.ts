import type { GetServerSidePropsContext } from 'next'
import { dismissalOf, dismissedIn } from '@/domain/checkout/dismissals'
import { setCookie } from '@/server/http/cookies'
import { textLanguageOf } from '@/server/texts/language'

/** Whether this page is to say that its texts are English for want of others: each browser is told once. */
export function isUntranslatedTold(
  { req, res }: Pick<GetServerSidePropsContext, 'req' | 'res'>,
  language: string,
): boolean {
  const name = `untranslated-${language}`
  if (textLanguageOf(language) === language) return false
  if (dismissedIn(req.headers.cookie).includes(name)) return false
  setCookie(res, dismissalOf(name))
  return true
}
