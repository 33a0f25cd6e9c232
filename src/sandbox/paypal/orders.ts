import { z } from 'zod'
import { newPaypalId } from '@/sandbox/ids'
import { assertPayable } from '@/sandbox/paypal/amounts'
import { findRow, invalidRequest, unprocessable } from '@/sandbox/paypal/api-error'
import { createCapture } from '@/sandbox/paypal/captures'
import { emitEvent } from '@/sandbox/paypal/events'
import type { PayerChoice, PaypalOrder } from '@/sandbox/paypal/objects'
import { serializeOrder } from '@/sandbox/paypal/serialize'
import { currentTimestamp, type PaypalTables } from '@/sandbox/paypal/tables'

const money = z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) })
const optionalText = (maxLength: number) => z.string().min(1).max(maxLength).optional()

const experience = z.strictObject({
  cancel_url: z.url().optional(),
  return_url: z.url().optional(),
  shipping_preference: z.literal('NO_SHIPPING').optional(),
  user_action: z.literal('PAY_NOW').optional(),
})
const orderBody = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      amount: money,
      custom_id: optionalText(255),
      invoice_id: optionalText(127),
      // The characters of card statements.
      soft_descriptor: z
        .string()
        .regex(/^[\w *.-]{1,22}$/)
        .optional(),
    }),
  ]),
  payment_source: z
    .strictObject({
      paypal: z.strictObject({
        experience_context: experience.optional(),
      }),
    })
    .optional(),
})
const sourceBody = z.strictObject({
  payment_source: z.strictObject({
    card: z.strictObject({
      number: z.string().regex(/^\d{13,19}$/),
      expiry: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    }),
  }),
})
const patchBody = z.array(
  z.strictObject({ op: z.literal('replace'), path: z.string(), value: z.unknown() }),
)
const PATCHABLE_PATH = /^\/purchase_units\/@reference_id=='default'\/(amount|custom_id|invoice_id)$/

export function addOrder(tables: PaypalTables, body: unknown): PaypalOrder {
  const input = parseBody(orderBody, body)
  const [{ amount, custom_id, invoice_id, soft_descriptor }] = input.purchase_units
  assertPayable(amount)
  const context = input.payment_source?.paypal.experience_context
  const now = currentTimestamp()
  return tables.orders.put({
    id: newPaypalId(),
    status: input.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount,
    custom_id,
    invoice_id,
    soft_descriptor,
    return_url: context?.return_url,
    cancel_url: context?.cancel_url,
    choice: null,
    capture: null,
    create_time: now,
    update_time: now,
  })
}

/** Changes the mutable fields of an order that is not captured. */
export function patchOrder(tables: PaypalTables, order: PaypalOrder, body: unknown): void {
  if (order.status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'The order cannot be patched any more.')
  }
  for (const { path, value } of parseBody(patchBody, body)) {
    const [, field] = PATCHABLE_PATH.exec(path) ?? []
    if (!field) throw unprocessable('NOT_PATCHABLE', `${path} cannot be patched.`)
    const latest = findRow(tables.orders, order.id)
    const change = { [field]: field === 'amount' ? parseBody(money, value) : String(value) }
    if (field === 'amount') assertPayable(parseBody(money, value))
    tables.orders.put({ ...latest, ...change, update_time: currentTimestamp() })
  }
}

/** Stores the payer's decision on PayPal's page. */
export function approveOrder(tables: PaypalTables, id: string, choice: PayerChoice): PaypalOrder {
  const order = findRow(tables.orders, id)
  if (order.status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'This order is paid.')
  }
  const approved = tables.orders.put({
    ...order,
    choice,
    status: 'APPROVED',
    update_time: currentTimestamp(),
  })
  emitEvent(tables, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', serializeOrder(tables, approved))
  return approved
}

/** Pays with a card instead of an account, which approves the order without PayPal's page. */
export function confirmPaymentSource(
  tables: PaypalTables,
  order: PaypalOrder,
  body: unknown,
): PaypalOrder {
  const { number } = parseBody(sourceBody, body).payment_source.card
  tables.orders.put({ ...order, card: number.slice(-4) })
  return approveOrder(tables, order.id, 'approved')
}

/** Captures an approved order. Throws PaypalError 422 when it cannot be captured. */
export function captureOrder(tables: PaypalTables, order: PaypalOrder): PaypalOrder {
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      'Order already captured. If `intent=CAPTURE` only one capture per order is allowed.',
    )
  }
  if (order.status !== 'APPROVED' || !order.choice) {
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
  }
  if (isPaidInvoice(tables, order)) {
    throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.')
  }
  if (order.choice === 'declined') {
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
    )
  }
  const capture = createCapture(tables, order)
  return tables.orders.put({
    ...order,
    capture: capture.id,
    status: 'COMPLETED',
    update_time: currentTimestamp(),
  })
}

/** A shop's invoice can be paid once. */
function isPaidInvoice(tables: PaypalTables, { invoice_id: invoice }: PaypalOrder): boolean {
  const isPaid = (status: string) => status === 'COMPLETED' || status === 'PENDING'
  return (
    invoice !== undefined &&
    tables.captures.list().some(capture => capture.invoice_id === invoice && isPaid(capture.status))
  )
}

function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidRequest(`/${issue?.path.join('/') ?? ''}`, issue?.message ?? 'Malformed.')
}
