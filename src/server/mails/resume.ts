import type { Backend } from '@/server/backend'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts } from '@/server/mails/mail-texts'

interface ResumeLink {
  token: string
  language: string
  /** Expiry of the token. */
  expiresAt: Date
}

/** The mail with a link that opens a checkout on another device, with all answers. */
export async function buildResumeMail(
  backend: Backend,
  { token, language, expiresAt }: ResumeLink,
): Promise<Letter> {
  const texts = await loadMailTexts(language)
  const { t, formatDay } = texts
  return {
    ...buildFrame(backend, texts),
    subject: t('resume.subject'),
    title: t('resume.title'),
    blocks: [
      { kind: 'text', text: t('resume.text') },
      {
        kind: 'button',
        label: t('resume.open'),
        href: `${backend.env.appUrl}/checkouts/?token=${token}`,
        note: t('resume.note', { day: formatDay(expiresAt.toISOString().slice(0, 10)) }),
      },
      buildHelpLinks(backend, texts),
    ],
  }
}
