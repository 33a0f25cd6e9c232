import type { Backend } from '@/server/backend'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts } from '@/server/mails/mail-texts'
import type { Recovery } from '@/server/outbox/load-recovery'

/** The one reminder of an order that is not paid, with the reason and a link that stops such mails. */
export async function buildRecoveryMail(
  backend: Backend,
  { language, reason, token, expiresAt, stopCode }: Recovery,
): Promise<Letter> {
  const texts = await loadMailTexts(language)
  const { t, formatDay } = texts
  const checkoutUrl = `${backend.env.appUrl}/checkouts`
  const frame = buildFrame(backend, texts)
  return {
    ...frame,
    footer: frame.footer.map(line => (line === t('footer.why') ? t('recovery.why') : line)),
    subject: t('recovery.subject'),
    title: t('recovery.title'),
    blocks: [
      { kind: 'text', text: t(`recovery.reason.${reason}`) },
      {
        kind: 'button',
        label: t('recovery.open'),
        href: `${checkoutUrl}/?token=${token}`,
        note: t('resume.note', { day: formatDay(expiresAt.toISOString().slice(0, 10)) }),
      },
      { kind: 'text', text: t('recovery.once') },
      buildHelpLinks(backend, texts),
      {
        kind: 'links',
        links: [{ label: t('recovery.stop'), href: `${checkoutUrl}/stop-mails/?code=${stopCode}` }],
      },
    ],
  }
}
