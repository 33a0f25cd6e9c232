import { createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Args, UsageError } from '@/commands/command'
import { confirm } from '@/commands/confirm'
import { refundWithReasons } from '@/commands/refund-order'
import { type Action, runActions } from '@/commands/run-actions'
import { withBackend } from '@/commands/with-database'
import { writePhotos } from '@/commands/write-photos'
import type { OrderDetails, OrderSummary } from '@/contract/order-details'
import { type OrderStatus, orderEdges } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { generateId } from '@/server/infra/tokens'
import { type EraseTarget, eraseOrder } from '@/server/orders/erase-order'
import { exportOrders } from '@/server/orders/export-orders'
import { fulfil } from '@/server/orders/fulfil-order'
import { findOrders } from '@/server/orders/list-orders'
import { readTimeline, type TimelineEntry } from '@/server/orders/order-timeline'
import { showOrder } from '@/server/orders/show-order'

const statuses = Object.keys(orderEdges)

const options = {
  status: { type: 'string', value: 'STATUS', description: `list, export: ${statuses.join(', ')}` },
  since: {
    type: 'string',
    value: 'DAY',
    description: 'list, export: begun on this day (UTC) or later',
  },
  until: { type: 'string', value: 'DAY', description: 'export: begun on this day (UTC) or before' },
  limit: { type: 'string', value: 'NUMBER', description: 'list: at most so many; 50 by default' },
  to: {
    type: 'string',
    value: 'PATH',
    description: 'photos: the folder of the files; export: the file, instead of standard output',
  },
  tracking: { type: 'string', value: 'NUMBER', description: 'fulfil: the parcel’s number' },
  'without-photos': {
    type: 'boolean',
    description: 'fulfil: with --yes, also an order whose photos are missing',
  },
  amount: {
    type: 'string',
    value: 'AMOUNT',
    description: 'refund: such as 12.50; without it all that is left',
  },
  email: {
    type: 'string',
    value: 'ADDRESS',
    description: 'erase: everything of this address instead of one order',
  },
  force: {
    type: 'boolean',
    description: 'erase: also an order that is paid but not done, or whose payment is open',
  },
  yes: { type: 'boolean', description: 'fulfil, refund, erase: does not ask' },
} as const

type Values = Args<typeof options>['values']

const defaultLimit = '50'
const dayMs = 24 * 60 * 60_000

const refundTexts = {
  done: 'The money is refunded.',
  failed: 'The provider refused: nothing was refunded.',
  requested: 'The provider has not confirmed the refund yet; the shop goes on asking.',
  unknown: 'The provider never confirmed the refund: look it up there.',
}

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
    usage: '7KQ2M-XW4TD [--tracking NUMBER] [--without-photos] [--yes]',
    hasArgument: true,
    run: async (backend, { tracking, yes, 'without-photos': withoutPhotos = false }, id) => {
      const details = await showOrder(backend, { params: { id } })
      const { status, tracking_number: before } = details.order
      const isDone = status === 'fulfilled' && (tracking ?? before) === before
      if (!isDone) await confirm(askToFulfil(details, tracking), yes)
      const body = {
        ...(tracking !== undefined && { tracking_number: tracking }),
        // The question named the missing photos; with --yes there was none.
        without_photos: withoutPhotos || !yes,
      }
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
      // With nothing left, the refund fails and says why.
      if (rest > 0) await confirm(`Refund ${order.currency} ${value ?? rest} of order ${id}?`, yes)
      const body = { request_key: generateId(), ...(value !== undefined && { amount: value }) }
      const result = await refundWithReasons(backend, id, body)
      const { state, reason } = result.refund
      return {
        text: `${refundTexts[state]}${reason ? ` Reason: ${reason}.` : ''}\n${formatSummary(result.order)}`,
        json: result,
        hasFailed: state !== 'done',
      }
    },
  },
  erase: {
    usage: '7KQ2M-XW4TD | --email ana@example.com [--force] [--yes]',
    hasArgument: true,
    isArgumentOptional: true,
    run: async (backend, { email, force, yes }, id) => {
      const target = toEraseTarget(id, email)
      const subject = email === undefined ? `order ${id}` : `everything of ${email}`
      await confirm(`Erase the personal data of ${subject}, with photos, for good?`, yes)
      const erasure = await eraseOrder(backend, target, force)
      const { orders, photoFiles, mailFiles } = erasure
      const books = orders.length > 0 ? ` In the books: ${orders.join(', ')}.` : ''
      return {
        text: `Erased, with ${photoFiles} photo files and ${mailFiles} mail files.${books}\n`,
        json: erasure,
      }
    },
  },
  export: {
    usage: '[--status paid] [--since 2026-11-01] [--until 2026-11-30] [--to FILE]',
    run: async (backend, values) => {
      const { to, json } = values
      if (json && !to) throw new UsageError('export --json needs --to: standard output is CSV.')
      const count = await writeExport(backend, values)
      return {
        text: to ? `${count} orders written to ${to}\n` : '',
        json: { orders: count, file: to },
      }
    },
  },
}

await runActions({
  name: 'orders',
  purpose:
    'Lists, shows and exports orders, writes their photos, marks them as sent, refunds and erases them.',
  options,
  actions,
  open: withBackend,
})

function askToFulfil({ order, missing_photos: missing }: OrderDetails, tracking = ''): string {
  if (order.status === 'fulfilled')
    return `Change the tracking number of order ${order.id} from ${order.tracking_number ?? 'none'} to ${tracking}, and mail the customer?`
  const warning = missing.length > 0 ? ` Photos are missing: ${missing.join(', ')}.` : ''
  return `Order ${order.id} is sent, and the customer gets a mail?${warning}`
}

/** What `erase` names: an order, or an address. */
function toEraseTarget(id: string, email: string | undefined): EraseTarget {
  if ((id === '') === (email === undefined))
    throw new UsageError('erase takes the number of an order, or --email.')
  return email === undefined ? { order: id } : { email }
}

/** Writes CSV to a file that only this user can read, or to standard output; returns the count. */
async function writeExport(backend: Backend, values: Values): Promise<number> {
  const { status, since } = toFilter(values)
  const until = parseDay(values.until)
  const before = until && new Date(until.getTime() + dayMs)
  let count = -1
  async function* toText() {
    for await (const lines of exportOrders(backend.db, { status, since, before })) {
      count += lines.length
      yield lines.join('')
    }
  }
  const { to } = values
  const target: Writable = to ? createWriteStream(to, { mode: 0o600 }) : process.stdout
  await pipeline(toText, target, { end: to !== undefined })
  return count
}

function toFilter({ status, since, limit = defaultLimit }: Values) {
  if (status !== undefined && !statuses.includes(status))
    throw new Error(`The status is one of ${statuses.join(', ')}.`)
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw new Error('The limit is a number from 1 to 99999.')
  return { status: status as OrderStatus | undefined, since: parseDay(since), limit: Number(limit) }
}

function parseDay(text: string | undefined): Date | undefined {
  const day = text === undefined ? undefined : new Date(text)
  if (day && Number.isNaN(day.getTime())) throw new Error('The day is such as 2026-11-01.')
  return day
}

function parseAmount(text: string): number {
  if (!/^\d+(?:\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new Error('The amount is such as 12.50.')
  return Number(text)
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
