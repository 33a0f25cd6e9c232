import type { Backend } from '@/server/backend'
import type { Block, Letter } from '@/server/mails/letter-blocks'
import type { MailTexts } from '@/server/mails/mail-texts'

/** The money-back guarantee and the links to help. */
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

/**
 * Links to the checkout's help page and to the refund terms, on the shop's site or else the
 * checkout's own page.
 */
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

/** What every letter in these texts has. */
export const buildFrame = (
  backend: Backend,
  texts: MailTexts,
): Pick<Letter, 'language' | 'dir' | 'formatLabel' | 'footer'> => ({
  language: texts.language,
  dir: texts.dir,
  formatLabel: texts.formatLabel,
  footer: buildFooter(backend, texts),
})

/** Why the mail was sent, who sells, what the permit is not, and whether it is a test order. */
const buildFooter = ({ env }: Backend, { t }: MailTexts): string[] => [
  ...(env.payments === 'sandbox' ? [t('footer.test')] : []),
  t('footer.why'),
  ...(env.seller ? [t('common:footer.seller', env.seller)] : []),
  t('common:footer.notGovernment'),
]
