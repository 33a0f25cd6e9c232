import type { GetServerSidePropsContext } from 'next'
import { buildDismissalCookie, readDismissals } from '@/domain/checkout/dismissals'
import { setCookie } from '@/server/http/cookies'
import { resolveTextLanguage } from '@/server/texts/language'

/** Whether this page shows the notice that its texts are English; once per browser session. */
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
