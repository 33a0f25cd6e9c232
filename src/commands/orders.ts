import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Args } from '@/commands/command'
import { confirm } from '@/commands/confirm'
import { type Action, runActions } from '@/commands/run-actions'
import { withBackend } from '@/commands/with-database'
import type { OrderDetails, OrderSummary } from '@/contract/order-details'
import { type OrderStatus, orderEdges } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { generateId } from '@/server/infra/tokens'
import { fulfil } from '@/server/orders/fulfil-order'
import { findOrders } from '@/server/orders/list-orders'
import { readTimeline, type TimelineEntry } from '@/server/orders/order-timeline'
import { refund } from '@/server/orders/refund'
import { readPhotoFile, showOrder } from '@/server/orders/show-order'

const statuses = Object.keys(orderEdges)

const options = {
  status: { type: 'string', value: 'STATUS', description: `list: ${statuses.join(', ')}` },
  since: { type: 'string', value: 'DAY', description: 'list: begun on this day (UTC) or later' },
  limit: { type: 'string', value: 'NUMBER', description: 'list: at most so many; 50 by default' },
  to: { type: 'string', value: 'FOLDER', description: 'photos: where the files are written' },
  tracking: { type: 'string', value: 'NUMBER', description: 'fulfil: the parcel’s number' },
  amount: {
    type: 'string',
    value: 'AMOUNT',
    description: 'refund: such as 12.50; without it all that is left',
  },
  yes: { type: 'boolean', description: 'fulfil, refund: does not ask' },
} as const

type Values = Args<typeof options>['values']

const defaultLimit = '50'

const actions: Record<string, Action<typeof options, Backend>> = {
  list: {
    usage: '[--status paid] [--since 2026-11-01] [--limit 50]',
    run: async (backend, values) => {
      const { orders } = await findOrders(backend, toFilter(values))
      return {
        text: orders.map(formatSummary).join('') || 'There are no orders.\n',
        json: { orders },
      }
    },
  },
  show: {
    usage: '7KQ2M-XW4TD',
    hasArgument: true,
    run: async (backend, _, id) => {
      const details = await showOrder(backend, { params: { id } })
      const timeline = await readTimeline(backend, id)
      return {
        text: `${formatDetails(details)}\n${timeline.map(formatEntry).join('')}`,
        json: { ...details, timeline },
      }
    },
  },
  photos: {
    usage: '7KQ2M-XW4TD [--to FOLDER]',
    hasArgument: true,
    run: async (backend, { to }, id) => {
      const files = await writePhotos(backend, id, to ?? id)
      return {
        text: files.map(file => `${file}\n`).join('') || 'There are no photos.\n',
        json: { files },
      }
    },
  },
  fulfil: {
    usage: '7KQ2M-XW4TD [--tracking NUMBER] [--yes]',
    hasArgument: true,
    run: async (backend, { tracking, yes }, id) => {
      const { missing_photos: missing } = await showOrder(backend, { params: { id } })
      const warning = missing.length > 0 ? ` Photos are missing: ${missing.join(', ')}.` : ''
      await confirm(`Order ${id} is sent, and the customer gets a mail?${warning}`, yes)
      const body = tracking === undefined ? {} : { tracking_number: tracking }
      const { order } = await fulfil(backend, { params: { id }, body })
      return { text: formatSummary(order), json: { order } }
    },
  },
  refund: {
    usage: '7KQ2M-XW4TD [--amount 12.50] [--yes]',
    hasArgument: true,
    run: async (backend, { amount, yes }, id) => {
      const { order } = await showOrder(backend, { params: { id } })
      const value = amount === undefined ? undefined : parseAmount(amount)
      const rest = Number((order.total - order.refunded).toFixed(2))
      await confirm(`Refund ${order.currency} ${value ?? rest} of order ${id}?`, yes)
      const body = { request_key: generateId(), ...(value !== undefined && { amount: value }) }
      const result = await refund(backend, { params: { id }, body })
      const { state, reason } = result.refund
      return {
        text: `${refundTexts[state]}${reason ? ` Reason: ${reason}.` : ''}\n${formatSummary(result.order)}`,
        json: result,
        hasFailed: state !== 'done',
      }
    },
  },
}

await runActions({
  name: 'orders',
  purpose: 'Lists and shows orders, writes their photos, marks them as sent, and refunds them.',
  options,
  actions,
  open: withBackend,
})

const refundTexts = {
  done: 'The money is refunded.',
  failed: 'The provider refused: nothing was refunded.',
  requested: 'The provider has not confirmed the refund yet; the shop goes on asking.',
  unknown: 'The provider never confirmed the refund: look it up there.',
}

function toFilter({ status, since, limit = defaultLimit }: Values) {
  if (status !== undefined && !statuses.includes(status))
    throw new Error(`The status is one of ${statuses.join(', ')}.`)
  const begun = since === undefined ? undefined : new Date(since)
  if (begun && Number.isNaN(begun.getTime())) throw new Error('The day is such as 2026-11-01.')
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw new Error('The limit is a number from 1 to 99999.')
  return { status: status as OrderStatus | undefined, since: begun, limit: Number(limit) }
}

function parseAmount(text: string): number {
  if (!/^\d+(?:\.\d{1,2})?$/.test(text)) throw new Error('The amount is such as 12.50.')
  return Number(text)
}

/** Writes the photos of an order to a folder and returns the files. */
async function writePhotos(backend: Backend, id: string, folder: string): Promise<string[]> {
  const { photos } = await showOrder(backend, { params: { id } })
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  for (const { type, revision } of photos) {
    const file = join(folder, `${id}-${type}-${revision}.jpg`)
    await writeFile(file, await readPhotoFile(backend, { params: { id, type }, query: {} }))
    files.push(file)
  }
  return files
}

function formatSummary(order: OrderSummary): string {
  const parts = [
    order.id,
    order.status,
    order.created_at.slice(0, 16).replace('T', ' '),
    `${order.kind} ${order.plan_id ?? ''}`.trim(),
    `${order.currency} ${order.total}`,
    ...(order.refunded > 0 ? [`refunded ${order.refunded}`] : []),
    ...(order.country ? [order.country.toUpperCase()] : ['digital']),
    ...(order.tracking_number ? [`tracking ${order.tracking_number}`] : []),
    ...(order.missing_photos.length > 0 ? [`missing ${order.missing_photos.join(', ')}`] : []),
  ]
  return `${parts.join('  ')}\n`
}

/** Every field in a line: `customer.phone  4479…`. */
function formatDetails(details: OrderDetails): string {
  const lines = Object.entries(details).flatMap(([part, value]) => formatPart(part, value))
  return lines.map(line => `${line}\n`).join('')
}

/** `2026-11-23 10:00:12  payment captured  {"attempt":"…"}`. */
function formatEntry({ at, what, detail }: TimelineEntry): string {
  const fields = Object.keys(detail).length > 0 ? `  ${JSON.stringify(detail)}` : ''
  return `${at.slice(0, 19).replace('T', ' ')}  ${what}${fields}\n`
}

function formatPart(name: string, value: unknown): string[] {
  if (value === null || value === '') return []
  if (typeof value !== 'object') return [`${name}  ${value}`]
  if (Array.isArray(value) && value.every(item => typeof item !== 'object'))
    return value.length > 0 ? [`${name}  ${value.join(', ')}`] : []
  return Object.entries(value).flatMap(([key, item]) => formatPart(`${name}.${key}`, item))
}
