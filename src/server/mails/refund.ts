import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts, type MailTexts } from '@/server/mails/mail-texts'
import { parseRefundKey } from '@/server/outbox/enqueue'
import type { Message } from '@/server/outbox/load-message'

/**
 * One refund, and after an earlier one the sum of all; undefined when the bank has returned a part of it
 * meanwhile.
 */
export async function buildRefundMail(
  backend: Backend,
  message: Message,
): Promise<Letter | undefined> {
  const { id, refunded, total, currency } = message.order
  const { before, after } = parseRefundKey(message.dedupeKey)
  if (refunded < after) return undefined
  const texts = await loadMailTexts(message.language)
  const { t, formatPrice } = texts
  const amount = formatPrice(after - before, currency)
  const sums = { sum: formatPrice(after, currency), total: formatPrice(total, currency) }
  const firstKey = after >= total ? 'thank-you:refund.whole' : 'refund.part'
  return {
    ...buildFrame(backend, texts),
    subject: t('refund.subject', { number: id, amount }),
    title: t('refund.title'),
    blocks: [
      { kind: 'text', text: t(before > 0 ? 'refund.further' : firstKey, { amount, ...sums }) },
      { kind: 'text', text: formatWay(texts, message) },
      { kind: 'facts', facts: [{ label: t('thank-you:number'), value: id }] },
      buildHelpLinks(backend, texts),
    ],
  }
}

function formatWay({ t }: MailTexts, { paidWith }: Message): string {
  const card = parsePaidCard(paidWith)
  const method = card ? `${card.brand} •••• ${card.last}` : formatMethodName(paidWith)
  return method ? t('thank-you:refund.when', { method }) : t('thank-you:refund.back')
}
