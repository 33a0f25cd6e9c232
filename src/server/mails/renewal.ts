import type { CurrencyCode } from '@/domain/data/currencies'
import { parsePaidCard } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import type { SubscriptionRow } from '@/server/db/tables/subscriptions'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts, type MailTexts } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/load-message'
import { createStopCode, findRenewalByCheckout } from '@/server/payments/subscription-repository'

/** The terms of the renewal and a link to stop it; undefined when it does not run. */
export const buildRenewalMail = (backend: Backend, message: Message): Promise<Letter | undefined> =>
  buildRenewalLetter(backend, message, 'started')

/** The reminder before a charge; undefined when no charge is due on that day. */
export const buildRenewalReminderMail = (
  backend: Backend,
  message: Message,
): Promise<Letter | undefined> => buildRenewalLetter(backend, message, 'reminder')

async function buildRenewalLetter(
  backend: Backend,
  { order, language, id }: Message,
  variant: 'started' | 'reminder',
): Promise<Letter | undefined> {
  const renewal = await findRenewalByCheckout(backend.db, order.checkoutId)
  if (renewal?.state !== 'active' && renewal?.state !== 'past_due') return undefined
  // The reminder's id contains the date: no mail for a charge that was moved or made.
  if (variant === 'reminder' && !id.endsWith(formatChargeDay(renewal))) return undefined
  const texts = await loadMailTexts(language)
  const { t } = texts
  const values = formatValues(texts, renewal)
  const code = await createStopCode(backend.db, renewal)
  return {
    ...buildFrame(backend, texts),
    subject: t(variant === 'started' ? 'renewal.subject' : 'renewal.reminderSubject', {
      number: order.id,
      ...values,
    }),
    title: t(variant === 'started' ? 'renewal.title' : 'renewal.reminderTitle'),
    blocks: [
      { kind: 'text', text: t('renewal.text', values) },
      {
        kind: 'facts',
        facts: [
          { label: t('renewal.on'), value: values.day },
          { label: t('renewal.price'), value: values.price },
          ...(values.card ? [{ label: t('renewal.card'), value: values.card }] : []),
          { label: t('thank-you:number'), value: order.id },
        ],
      },
      {
        kind: 'button',
        label: t('renewal.stop'),
        href: `${backend.env.appUrl}/checkouts/auto-renewal/?code=${code}`,
        note: t('renewal.note'),
      },
      buildHelpLinks(backend, texts),
    ],
  }
}

const formatChargeDay = ({ chargeAt }: SubscriptionRow): string =>
  chargeAt.toISOString().slice(0, 10)

function formatValues({ formatDay, formatPrice }: MailTexts, row: SubscriptionRow) {
  const card = parsePaidCard(row.paidWith)
  return {
    day: formatDay(formatChargeDay(row)),
    price: formatPrice(row.amount, row.currency as CurrencyCode),
    count: row.years,
    card: card ? `${card.brand} •••• ${card.last}` : '',
  }
}
