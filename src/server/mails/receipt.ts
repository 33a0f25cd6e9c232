import { formatAddress } from 'localized-address-format'
import { addressFormatOf } from '@/domain/address/address-formats'
import { addressLines } from '@/domain/address/address-lines'
import { hasParcel, type NamedCategory } from '@/domain/catalog/plans'
import { countryName } from '@/domain/data/country-names'
import { paidCard, paidThrough } from '@/domain/payments/payment-method-label'
import type { Block, Fact, Line } from '@/server/mails/letter-blocks'
import type { Words } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/messages'

/** The receipt: the lines as charged, whatever things cost today. */
export function receiptOf(words: Words, message: Message): Extract<Block, { kind: 'receipt' }> {
  const { t, price } = words
  const { order } = message
  const { currency, total } = order
  const label = t('thank-you:receipt.total')
  return {
    kind: 'receipt',
    heading: t('thank-you:receipt.heading'),
    facts: factsOf(words, message),
    lines: linesOf(words, message),
    total: {
      label,
      sub: t('thank-you:receipt.currency', { currency }),
      whole: t('receipt.total', { label, currency }),
      amount: price(total, currency),
    },
    ...(total > 0 && { note: t('thank-you:receipt.seller') }),
  }
}

function factsOf(words: Words, message: Message): Fact[] {
  const { t, day } = words
  const { order, state, paidWith } = message
  const { license_first_name, license_last_name, email } = state.customer
  const card = paidCard(paidWith)
  const method = card ? t('thank-you:receipt.cardIs', card) : paidThrough(paidWith)
  return [
    { label: t('thank-you:number'), value: order.id },
    {
      label: t(order.total > 0 ? 'thank-you:receipt.date' : 'thank-you:receipt.dateFree'),
      value: day(order.paidAt.toISOString().slice(0, 10)),
    },
    { label: t('thank-you:receipt.name'), value: `${license_first_name} ${license_last_name}` },
    { label: t('thank-you:receipt.email'), value: email },
    ...destination(words, message),
    ...(method ? [{ label: t('thank-you:receipt.card'), value: method }] : []),
  ]
}

/** Where a printed permit is sent; where it is collected is said among the next steps. */
function destination({ t, listed }: Words, { order, state, language }: Message): Fact[] {
  const { shipping, category } = state
  if (order.kind !== 'plan' || !hasParcel(category) || shipping.pickup_point) return []
  const lines = addressLines(shipping, addressFormatOf(shipping.country), formatAddress)
  const value = listed([...lines, countryName(shipping.country, language)])
  return [{ label: t('thank-you:receipt.deliverTo'), value }]
}

function linesOf({ t, price }: Words, { order, state, plan }: Message): Line[] {
  const { charged, currency } = order
  const lines = [
    {
      label: plan
        ? t(`common:plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 })
        : t('plan'),
      amount: charged.plan,
    },
    { label: t('common:urgent.name'), amount: charged.urgent },
    { label: t('common:delivery.name'), amount: charged.shipping },
    ...extras(),
    {
      label:
        order.kind === 'lifetime'
          ? t('thank-you:lifetime.credit')
          : t('common:coupon.name', { name: charged.coupon }),
      amount: -charged.discount,
    },
    { label: t('common:tax.name'), amount: charged.tax },
  ]
  return lines
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, ...said }) => ({ ...said, amount: price(amount, currency) }))

  /** Each extra with its quantity; in one line where one of them has no name any more. */
  function extras() {
    const named = (charged.travelItems ?? []).map(({ item_id, quantity, total }) => {
      const label = state.travelItemsData.find(item => item.item_id === item_id)?.name ?? ''
      return {
        label,
        sub: t('common:summary.quantity', { quantity }),
        whole: t('receipt.item', { label, quantity }),
        amount: total,
      }
    })
    const isWhole = named.length > 0 && named.every(({ label }) => label !== '')
    return isWhole ? named : [{ label: t('thank-you:receipt.travel'), amount: charged.travel }]
  }
}
