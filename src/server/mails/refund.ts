import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts, type MailTexts } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/load-message'

/** What was refunded so far; undefined when the bank has returned all of it meanwhile. */
export async function buildRefundMail(
  backend: Backend,
  message: Message,
): Promise<Letter | undefined> {
  const { id, refunded, total, currency } = message.order
  if (refunded === 0) return undefined
  const texts = await loadMailTexts(message.language)
  const { t, formatPrice } = texts
  const amount = formatPrice(refunded, currency)
  return {
    ...buildFrame(backend, texts),
    subject: t('refund.subject', { number: id, amount }),
    title: t('refund.title'),
    blocks: [
      { kind: 'text', text: t(refunded >= total ? 'refund.whole' : 'refund.part', { amount }) },
      { kind: 'text', text: formatWay(texts, message) },
      { kind: 'facts', facts: [{ label: t('thank-you:number'), value: id }] },
      buildHelpLinks(backend, texts),
    ],
  }
}

function formatWay({ t }: MailTexts, { paidWith }: Message): string {
  const card = parsePaidCard(paidWith)
  const method = card ? `${card.brand} •••• ${card.last}` : formatMethodName(paidWith)
  return method ? t('refund.when', { method }) : t('refund.back')
}
