import type { Backend } from '@/server/backend'
import type { Letter } from '@/server/mails/letter-blocks'
import { wordsIn } from '@/server/mails/mail-texts'
import { footerOf, helpLinks } from '@/server/mails/parts'

interface Resumed {
  token: string
  language: string
  /** When the token opens nothing any more. */
  expiresAt: Date
}

/** The link that opens an order on another device, with everything the customer has answered. */
export async function resumeMail(
  backend: Backend,
  { token, language, expiresAt }: Resumed,
): Promise<Letter> {
  const words = await wordsIn(language)
  const { t, dir, day } = words
  return {
    language: words.language,
    dir,
    labelled: words.labelled,
    subject: t('resume.subject'),
    title: t('resume.title'),
    blocks: [
      { kind: 'text', text: t('resume.text') },
      {
        kind: 'button',
        label: t('resume.open'),
        href: `${backend.env.appUrl}/checkouts/?token=${token}`,
        note: t('resume.note', { day: day(expiresAt.toISOString().slice(0, 10)) }),
      },
      helpLinks(backend, words),
    ],
    footer: footerOf(backend, words),
  }
}
