import type { CurrencyCode } from '@/domain/data/currencies'
import { paidCard } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import type { SubscriptionRow } from '@/server/db/tables/subscriptions'
import type { Letter } from '@/server/mails/letter-blocks'
import { type Words, wordsIn } from '@/server/mails/mail-texts'
import { footerOf, helpLinks } from '@/server/mails/parts'
import type { Message } from '@/server/outbox/messages'
import { renewalOf, stopCode } from '@/server/payments/subscription-repository'

/** What was agreed, with the way to stop it; nothing to write once it was stopped. */
export const renewalMail = (backend: Backend, message: Message): Promise<Letter | undefined> =>
  letterOf(backend, message, 'started')

/** The charge that comes, long enough before it; nothing to write where none comes on that day. */
export const renewalReminderMail = (
  backend: Backend,
  message: Message,
): Promise<Letter | undefined> => letterOf(backend, message, 'reminder')

async function letterOf(
  backend: Backend,
  { checkoutId, order, language, id }: Message,
  of: 'started' | 'reminder',
): Promise<Letter | undefined> {
  const renewal = await renewalOf(backend.db, checkoutId)
  if (renewal?.state !== 'active' && renewal?.state !== 'past_due') return undefined
  // The date stands in the reminder's id: one for a charge that was moved, or is made, reminds of nothing.
  if (of === 'reminder' && !id.endsWith(dayOf(renewal))) return undefined
  const words = await wordsIn(language)
  const { t, dir } = words
  const said = saidOf(words, renewal)
  const code = await stopCode(backend.db, renewal)
  return {
    language: words.language,
    dir,
    labelled: words.labelled,
    subject: t(of === 'started' ? 'renewal.subject' : 'renewal.reminderSubject', {
      number: order.id,
      ...said,
    }),
    title: t(of === 'started' ? 'renewal.title' : 'renewal.reminderTitle'),
    blocks: [
      { kind: 'text', text: t('renewal.text', said) },
      {
        kind: 'facts',
        facts: [
          { label: t('renewal.on'), value: said.day },
          { label: t('renewal.price'), value: said.price },
          ...(said.card ? [{ label: t('renewal.card'), value: said.card }] : []),
          { label: t('thank-you:number'), value: order.id },
        ],
      },
      {
        kind: 'button',
        label: t('renewal.stop'),
        href: `${backend.env.appUrl}/checkouts/auto-renewal/?code=${code}`,
        note: t('renewal.note'),
      },
      helpLinks(backend, words),
    ],
    footer: footerOf(backend, words),
  }
}

const dayOf = ({ chargeAt }: SubscriptionRow): string => chargeAt.toISOString().slice(0, 10)

function saidOf({ day, price }: Words, row: SubscriptionRow) {
  const card = paidCard(row.paidWith)
  return {
    day: day(dayOf(row)),
    price: price(row.amount, row.currency as CurrencyCode),
    count: row.years,
    card: card ? `${card.brand} •••• ${card.last}` : '',
  }
}
