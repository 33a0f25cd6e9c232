import { describe, expect, it } from 'vitest'
import { startProvider } from '../support/provider'
import {
  beginRenewal,
  createPaidRenewal,
  findRenewalRow,
  listRenewalMails,
  saveCard,
  stopRenewal,
} from '../support/renewals'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL: its transactions run concurrently.
const shop = withShop({ provider: startProvider, onPostgres: true })

/** Statuses of the renewal's subscriptions at the provider. */
async function readSubscriptionStatuses(token: string): Promise<string[]> {
  const row = await findRenewalRow(shop.backend, token)
  const { subscriptions } = await (await fetch(`${shop.provider.url}/_subscriptions`)).json()
  return subscriptions
    .filter(
      (subscription: { metadata: { renewal?: string } }) =>
        subscription.metadata.renewal === row?.id,
    )
    .map((subscription: { status: string }) => subscription.status)
}

const rounds = Array.from({ length: 10 }, (_, round) => round)

describe('auto-renewal', () => {
  it.each(rounds)(
    'requested many times concurrently is created once, with one mail (round %d)',
    async () => {
      const { token, order } = await createPaidRenewal(shop.backend)
      const cards = ['pm_card_visa', 'pm_card_mastercard']
      await Promise.all(cards.map(card => saveCard(token, card)))
      const replies = await Promise.all(Array.from({ length: 8 }, () => beginRenewal(token)))
      for (const { body } of replies) expect(body.status).toMatch(/^(success|checking)$/)
      expect((await beginRenewal(token)).body).toEqual({ status: 'success' })
      expect(await readSubscriptionStatuses(token)).toEqual(['active'])
      const mails = await listRenewalMails(shop.backend, order.id)
      expect(mails.map(({ kind }) => kind)).toEqual(['renewal_mail', 'renewal_reminder_mail'])
    },
  )

  it.each(rounds)('stopped while it is being created charges nothing (round %d)', async () => {
    const { token } = await createPaidRenewal(shop.backend)
    await saveCard(token)
    await Promise.all([beginRenewal(token), stopRenewal(token), beginRenewal(token)])
    await stopRenewal(token)
    expect((await findRenewalRow(shop.backend, token))?.state).toBe('stopped')
    expect((await readSubscriptionStatuses(token)).filter(status => status !== 'canceled')).toEqual(
      [],
    )
  })
})
