import { paidCard, paidThrough } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import type { Letter } from '@/server/mails/letter-blocks'
import { type Words, wordsIn } from '@/server/mails/mail-texts'
import { nextSteps } from '@/server/mails/next-steps'
import { closing, footerOf } from '@/server/mails/parts'
import { photosPart } from '@/server/mails/photos'
import { receiptOf } from '@/server/mails/receipt'
import type { Message } from '@/server/outbox/messages'

/** The confirmation of either order. */
export const confirmationMail = (backend: Backend, message: Message): Promise<Letter> =>
  message.order.kind === 'lifetime' ? ofLifetime(backend, message) : ofPlan(backend, message)

/** What was paid, what happens next and when, and the receipt. */
async function ofPlan(backend: Backend, message: Message): Promise<Letter> {
  const words = await wordsIn(message.language)
  const { t, language, dir } = words
  const { id: number, total } = message.order
  return {
    language,
    dir,
    labelled: words.labelled,
    subject: t(total > 0 ? 'confirmation.subject' : 'confirmation.subjectFree', { number }),
    title: t('confirmation.title'),
    blocks: [
      { kind: 'text', text: paid(words, message) },
      ...(await photosPart(backend, words, message)),
      await nextSteps(backend, words, message),
      {
        kind: 'notice',
        title: t('thank-you:licence.title'),
        text: t('thank-you:licence.text'),
      },
      receiptOf(words, message),
      ...closing(backend, words),
    ],
    footer: footerOf(backend, words),
  }
}

/** What was paid on top, what that means, and its receipt. */
async function ofLifetime(backend: Backend, message: Message): Promise<Letter> {
  const words = await wordsIn(message.language)
  const { t, language, dir } = words
  const { id: number } = message.order
  return {
    language,
    dir,
    labelled: words.labelled,
    subject: t('lifetime.subject', { number }),
    title: t('thank-you:lifetime.done'),
    blocks: [
      { kind: 'text', text: paid(words, message) },
      {
        kind: 'text',
        text: t('common:together', {
          first: t('thank-you:lifetime.means'),
          second: t('thank-you:lifetime.each'),
        }),
      },
      receiptOf(words, message),
      ...closing(backend, words),
    ],
    footer: footerOf(backend, words),
  }
}

/** As the page after the payment says it. */
function paid({ t, price }: Words, { order, paidWith }: Message): string {
  if (order.total === 0) return t('thank-you:free')
  const total = price(order.total, order.currency)
  const card = paidCard(paidWith)
  if (card) return t('thank-you:paidWith', { total, ...card })
  const method = paidThrough(paidWith)
  return method ? t('thank-you:paidThrough', { total, method }) : t('thank-you:paid', { total })
}
