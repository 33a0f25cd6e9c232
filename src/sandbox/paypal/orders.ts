import { z } from 'zod'
import { assertPayable } from '@/sandbox/paypal/amounts'
import { takePayment } from '@/sandbox/paypal/captures'
import { tell } from '@/sandbox/paypal/events'
import { malformed, notFound, unprocessable } from '@/sandbox/paypal/failure'
import type { PayerChoice, PaypalOrder } from '@/sandbox/paypal/objects'
import { newPaypalId } from '@/sandbox/paypal/paypal-ids'
import { moment, type PaypalWorld } from '@/sandbox/paypal/tables'
import { orderView } from '@/sandbox/paypal/views'

const money = z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) })
const text = (most: number) => z.string().min(1).max(most).optional()

const experience = z.strictObject({
  brand_name: text(127),
  cancel_url: z.url().optional(),
  landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE']).optional(),
  locale: text(10),
  payment_method_preference: z.enum(['IMMEDIATE_PAYMENT_REQUIRED', 'UNRESTRICTED']).optional(),
  return_url: z.url().optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
})
const orderBody = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      amount: money,
      custom_id: text(255),
      description: text(127),
      invoice_id: text(127),
      reference_id: text(256),
      soft_descriptor: text(22),
    }),
  ]),
  payment_source: z
    .strictObject({
      paypal: z.strictObject({
        email_address: text(254),
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
      name: text(300),
      security_code: z
        .string()
        .regex(/^\d{3,4}$/)
        .optional(),
    }),
  }),
})
const patchBody = z.array(
  z.strictObject({ op: z.literal('replace'), path: z.string(), value: z.unknown() }),
)
const patchable = /^\/purchase_units\/@reference_id=='default'\/(amount|custom_id|invoice_id)$/

export function findOrder(world: PaypalWorld, id: string): PaypalOrder {
  const order = world.orders.find(id)
  if (!order) throw notFound()
  return order
}

export function addOrder(world: PaypalWorld, body: unknown): PaypalOrder {
  const asked = readBody(orderBody, body)
  const [{ amount, custom_id, description, invoice_id }] = asked.purchase_units
  assertPayable(amount)
  const context = asked.payment_source?.paypal.experience_context
  const now = moment()
  return world.orders.put({
    id: newPaypalId(),
    status: asked.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount,
    custom_id,
    invoice_id,
    description,
    return_url: context?.return_url,
    cancel_url: context?.cancel_url,
    choice: null,
    capture: null,
    create_time: now,
    update_time: now,
  })
}

/** Replaces what may be replaced until the order is captured. */
export function changeOrder(world: PaypalWorld, order: PaypalOrder, body: unknown): void {
  if (order.status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'The order cannot be patched any more.')
  }
  for (const { path, value } of readBody(patchBody, body)) {
    const [, field] = patchable.exec(path) ?? []
    if (!field) throw unprocessable('NOT_PATCHABLE', `${path} cannot be patched.`)
    const latest = findOrder(world, order.id)
    const change = { [field]: field === 'amount' ? readBody(money, value) : String(value) }
    if (field === 'amount') assertPayable(readBody(money, value))
    world.orders.put({ ...latest, ...change, update_time: moment() })
  }
}

/** The payer's answer on PayPal's page. */
export function approve(world: PaypalWorld, id: string, choice: PayerChoice): PaypalOrder {
  const order = findOrder(world, id)
  if (order.status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_COMPLETED', 'This order is paid.')
  }
  const approved = world.orders.put({
    ...order,
    choice,
    status: 'APPROVED',
    update_time: moment(),
  })
  tell(world, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', orderView(world, approved))
  return approved
}

/** A payer's card instead of their account: they have approved without a page of PayPal's. */
export function confirmSource(world: PaypalWorld, order: PaypalOrder, body: unknown): PaypalOrder {
  const { number } = readBody(sourceBody, body).payment_source.card
  world.orders.put({ ...order, card: number.slice(-4) })
  return approve(world, order.id, 'approved')
}

/** Takes the money of an order its payer has approved. Throws PaypalFailure 422 when there is none to take. */
export function captureOrder(world: PaypalWorld, order: PaypalOrder): PaypalOrder {
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      'Order already captured. If `intent=CAPTURE` only one capture per order is allowed.',
    )
  }
  if (order.status !== 'APPROVED' || !order.choice) {
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
  }
  if (isPaidInvoice(world, order)) {
    throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.')
  }
  if (order.choice === 'declined') {
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
    )
  }
  const capture = takePayment(world, order)
  return world.orders.put({
    ...order,
    capture: capture.id,
    status: 'COMPLETED',
    update_time: moment(),
  })
}

/** A shop's invoice can be paid once. */
function isPaidInvoice(world: PaypalWorld, { invoice_id: invoice }: PaypalOrder): boolean {
  const isPaid = (status: string) => status === 'COMPLETED' || status === 'PENDING'
  return (
    invoice !== undefined &&
    world.captures.all().some(one => one.invoice_id === invoice && isPaid(one.status))
  )
}

function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw malformed(`/${issue?.path.join('/') ?? ''}`, issue?.message ?? 'Malformed.')
}
