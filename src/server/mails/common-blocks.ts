import type { Backend } from '@/server/backend'
import type { Block } from '@/server/mails/letter-blocks'
import type { MailTexts } from '@/server/mails/mail-texts'

/** How to get help, and the money back. */
export const buildClosingBlocks = (backend: Backend, texts: MailTexts): Block[] => [
  {
    kind: 'text',
    text: texts.t('common:sentences', {
      first: texts.t('thank-you:guarantee.title'),
      second: texts.t('thank-you:guarantee.text'),
    }),
  },
  buildHelpLinks(backend, texts),
]

/** Where help and the terms of a refund stand: on the shop's site, or on the checkout's own pages. */
export function buildHelpLinks({ env }: Backend, { t }: MailTexts): Block {
  const checkoutUrl = `${env.appUrl}/checkouts`
  return {
    kind: 'links',
    links: [
      { label: t('links.help'), href: `${checkoutUrl}/help/` },
      { label: t('links.refund'), href: `${env.siteUrl ?? checkoutUrl}/guarantees/` },
    ],
  }
}

/** Why the mail came, what the permit is not, and that a test order is one. */
export const buildFooter = ({ env }: Backend, { t }: MailTexts): string[] => [
  ...(env.payments === 'sandbox' ? [t('footer.test')] : []),
  t('footer.why'),
  t('common:footer.notGovernment'),
]
