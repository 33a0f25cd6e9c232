import type { Backend } from '@/server/backend'
import type { Block } from '@/server/mails/letter-blocks'
import type { Words } from '@/server/mails/mail-texts'

/** How to get help, and the money back. */
export const closing = (backend: Backend, words: Words): Block[] => [
  {
    kind: 'text',
    text: words.t('common:sentences', {
      first: words.t('thank-you:guarantee.title'),
      second: words.t('thank-you:guarantee.text'),
    }),
  },
  helpLinks(backend, words),
]

/** Where help and the terms of a refund stand: on the shop's site, or on the checkout's own pages. */
export function helpLinks({ env }: Backend, { t }: Words): Block {
  const own = `${env.appUrl}/checkouts`
  return {
    kind: 'links',
    links: [
      { label: t('links.help'), href: `${own}/help/` },
      { label: t('links.refund'), href: `${env.siteUrl ?? own}/guarantees/` },
    ],
  }
}

/** Why the mail came, what the permit is not, and that a test order is one. */
export const footerOf = ({ env }: Backend, { t }: Words): string[] => [
  ...(env.payments === 'sandbox' ? [t('footer.test')] : []),
  t('footer.why'),
  t('common:footer.notGovernment'),
]
