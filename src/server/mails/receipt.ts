import { formatAddress } from 'localized-address-format'
import { findAddressFormat } from '@/domain/address/address-formats'
import { formatAddressLines } from '@/domain/address/address-lines'
import { hasParcel, type NamedCategory } from '@/domain/catalog/plans'
import { describeCoupon, describeDelivery } from '@/domain/checkout/line-texts'
import { formatCountryName } from '@/domain/data/country-names'
import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import { nameCurrency } from '@/domain/pricing/money'
import type { Backend } from '@/server/backend'
import type { Block, Fact, Line } from '@/server/mails/letter-blocks'
import type { MailTexts } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/load-message'

/**
 * The receipt: the lines as charged, whatever the current prices are. The shop's name on
 * statements may not be set.
 */
export function buildReceipt(
  texts: MailTexts,
  message: Message,
  { statementDescriptor, coupons }: Pick<Backend['env'], 'statementDescriptor' | 'coupons'>,
): Extract<Block, { kind: 'receipt' }> {
  const { t, formatPrice } = texts
  const { order } = message
  const { currency, total } = order
  const label = t('thank-you:receipt.total')
  return {
    kind: 'receipt',
    heading: t('thank-you:receipt.heading'),
    facts: buildFacts(texts, message),
    lines: buildLines(texts, message, coupons.promo),
    total: {
      label,
      sub: t('common:summary.currency', { currency: nameCurrency(currency, texts) }),
      inlineLabel: t('receipt.total', { label, currency }),
      amount: formatPrice(total, currency),
    },
    ...(total > 0 &&
      statementDescriptor && {
        note: t('thank-you:receipt.statement', { name: statementDescriptor }),
      }),
  }
}

function buildFacts(texts: MailTexts, message: Message): Fact[] {
  const { t, formatDay } = texts
  const { order, state, paidWith } = message
  const { license_first_name, license_last_name, email } = state.customer
  const card = parsePaidCard(paidWith)
  const method = card ? t('thank-you:receipt.cardIs', card) : formatMethodName(paidWith)
  return [
    { label: t('thank-you:number'), value: order.id },
    {
      label: t(order.total > 0 ? 'thank-you:receipt.date' : 'thank-you:receipt.dateFree'),
      value: formatDay(order.paidAt.toISOString().slice(0, 10)),
    },
    { label: t('thank-you:receipt.name'), value: `${license_first_name} ${license_last_name}` },
    { label: t('thank-you:receipt.email'), value: email },
    ...buildDestinationFacts(texts, message),
    ...(method ? [{ label: t('thank-you:receipt.card'), value: method }] : []),
  ]
}

/** The address of a printed permit; a pickup point is shown in the next steps. */
function buildDestinationFacts(
  { t, joinLines }: MailTexts,
  { order, state, language }: Message,
): Fact[] {
  const { shipping, category } = state
  if (order.kind !== 'plan' || !hasParcel(category) || shipping.pickup_point) return []
  const lines = formatAddressLines(shipping, findAddressFormat(shipping.country), formatAddress)
  const value = joinLines([...lines, formatCountryName(shipping.country, language)])
  return [{ label: t('thank-you:receipt.deliverTo'), value }]
}

function buildLines(
  { t, formatPrice }: MailTexts,
  { order, state, plan }: Message,
  promoCoupon: string | null,
): Line[] {
  const { charged, currency } = order
  const delivery = describeDelivery(state)
  const lines = [
    {
      label: plan
        ? t(`common:plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 })
        : t('plan'),
      amount: charged.plan,
    },
    { label: t('common:urgent.name'), amount: charged.urgent },
    { label: t(`common:${delivery.key}`, delivery.values), amount: charged.shipping },
    ...buildExtraLines(),
    { ...nameDiscount(), amount: -charged.discount },
    { label: t('common:tax.name'), amount: charged.tax },
  ]
  return lines
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, ...rest }) => ({ ...rest, amount: formatPrice(amount, currency) }))

  function nameDiscount() {
    if (order.kind === 'lifetime') return { label: t('thank-you:lifetime.credit') }
    const { coupon } = state
    const { key, values, sub } = describeCoupon(charged.coupon ?? '', { coupon, promoCoupon })
    return { label: t(`common:${key}`, values), ...(sub && { sub }) }
  }

  /** Each travel item with its quantity; a single line when one of them has no name any more. */
  function buildExtraLines() {
    const itemLines = (charged.travelItems ?? []).map(({ item_id, quantity, total }) => {
      const label = state.travelItemsData.find(item => item.item_id === item_id)?.name ?? ''
      return {
        label,
        sub: t('common:summary.quantity', { quantity }),
        inlineLabel: t('receipt.item', { label, quantity }),
        amount: total,
      }
    })
    const hasAllNames = itemLines.length > 0 && itemLines.every(({ label }) => label !== '')
    return hasAllNames
      ? itemLines
      : [{ label: t('thank-you:receipt.travel'), amount: charged.travel }]
  }
}
