import type { GetServerSidePropsContext } from 'next'
import { buildDismissalCookie, readDismissals } from '@/domain/checkout/dismissals'
import { setCookie } from '@/server/http/cookies'
import { resolveTextLanguage } from '@/server/texts/language'

/** Whether this page is to say that its texts are English for want of others: each browser is told once. */
export function shouldShowUntranslatedNotice(
  { req, res }: Pick<GetServerSidePropsContext, 'req' | 'res'>,
  language: string,
): boolean {
  const name = `untranslated-${language}`
  if (resolveTextLanguage(language) === language) return false
  if (readDismissals(req.headers.cookie).includes(name)) return false
  setCookie(res, buildDismissalCookie(name))
  return true
}
