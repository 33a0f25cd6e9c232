import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import { buildClosingBlocks, buildFrame } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts, type MailTexts } from '@/server/mails/mail-texts'
import { buildNextSteps } from '@/server/mails/next-steps'
import { buildPhotoBlocks } from '@/server/mails/photo-blocks'
import { buildReceipt } from '@/server/mails/receipt'
import type { Message } from '@/server/outbox/load-message'

/** The confirmation of a plan order or a lifetime order. */
export const buildConfirmationMail = (backend: Backend, message: Message): Promise<Letter> =>
  message.order.kind === 'lifetime'
    ? buildLifetimeConfirmation(backend, message)
    : buildPlanConfirmation(backend, message)

/** What was paid, the next steps with their dates, and the receipt. */
async function buildPlanConfirmation(backend: Backend, message: Message): Promise<Letter> {
  const texts = await loadMailTexts(message.language)
  const { t } = texts
  const { id: number, total } = message.order
  return {
    ...buildFrame(backend, texts),
    subject: t(total > 0 ? 'confirmation.subject' : 'confirmation.subjectFree', { number }),
    title: t('confirmation.title'),
    blocks: [
      { kind: 'text', text: formatPayment(texts, message) },
      ...(await buildPhotoBlocks(backend, texts, message)),
      await buildNextSteps(backend, texts, message),
      {
        kind: 'notice',
        title: t('thank-you:licence.title'),
        text: t('thank-you:licence.text'),
      },
      buildReceipt(texts, message, backend.env),
      ...buildClosingBlocks(backend, texts),
    ],
  }
}

/** What was paid for lifetime, what it means, and its receipt. */
async function buildLifetimeConfirmation(backend: Backend, message: Message): Promise<Letter> {
  const texts = await loadMailTexts(message.language)
  const { t } = texts
  const { id: number } = message.order
  return {
    ...buildFrame(backend, texts),
    subject: t('lifetime.subject', { number }),
    title: t('thank-you:lifetime.done'),
    blocks: [
      { kind: 'text', text: formatPayment(texts, message) },
      {
        kind: 'text',
        text: t('common:together', {
          first: t('thank-you:lifetime.means'),
          second: t('thank-you:lifetime.each'),
        }),
      },
      buildReceipt(texts, message, backend.env),
      ...buildClosingBlocks(backend, texts),
    ],
  }
}

/** The same text as on the thank-you page. */
function formatPayment({ t, formatPrice }: MailTexts, { order, paidWith }: Message): string {
  if (order.total === 0) return t('thank-you:free')
  const total = formatPrice(order.total, order.currency)
  const card = parsePaidCard(paidWith)
  if (card) return t('thank-you:paidWith', { total, ...card })
  const method = formatMethodName(paidWith)
  return method ? t('thank-you:paidThrough', { total, method }) : t('thank-you:paid', { total })
}
