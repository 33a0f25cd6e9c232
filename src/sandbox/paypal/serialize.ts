import type { Capture, PaypalOrder, PaypalRefund } from '@/sandbox/paypal/objects'
import type { PaypalTables } from '@/sandbox/paypal/tables'
import { BROWSER_PREFIX } from '@/sandbox/stripe/tables'

/** Fixed payee and payer. */
const PAYEE = { email_address: 'shop@example.com', merchant_id: 'SANDBOXSHOP01' }
const PAYER = {
  email_address: 'buyer@example.com',
  payer_id: 'SANDBOXPAYER1',
  name: { given_name: 'Sandra', surname: 'Box' },
  address: { country_code: 'US' },
}

/** An order as the API returns it. */
export function serializeOrder(tables: PaypalTables, order: PaypalOrder): object {
  const { id, status, amount, custom_id, invoice_id, soft_descriptor } = order
  const capture = tables.captures.find(order.capture ?? '')
  const isApproved = order.choice !== null
  return {
    id,
    intent: 'CAPTURE',
    status,
    purchase_units: [
      {
        reference_id: 'default',
        amount,
        payee: PAYEE,
        custom_id,
        invoice_id,
        soft_descriptor,
        ...(capture && { payments: serializePayments(tables, capture) }),
      },
    ],
    ...(isApproved && { payer: PAYER, payment_source: serializePaymentSource(order) }),
    create_time: order.create_time,
    update_time: order.update_time,
    links: [
      {
        href: `https://api.sandbox.paypal.com/v2/checkout/orders/${id}`,
        rel: 'self',
        method: 'GET',
      },
      ...(isApproved
        ? []
        : [{ href: buildApprovalUrl(order), rel: 'payer-action', method: 'GET' }]),
    ],
  }
}

function serializePayments(tables: PaypalTables, capture: Capture): object {
  const refunds = tables.refunds.list().filter(refund => refund.capture === capture.id)
  return {
    captures: [serializeCapture(capture)],
    ...(refunds.length > 0 && { refunds: refunds.map(refund => serializeRefund(tables, refund)) }),
  }
}

const serializePaymentSource = ({ card }: PaypalOrder): object =>
  card ? { card: { last_digits: card } } : { paypal: serializeWallet() }

function serializeWallet(): object {
  const { email_address, name, payer_id, address } = PAYER
  return { email_address, account_id: payer_id, account_status: 'VERIFIED', name, address }
}

export function serializeCapture(capture: Capture): object {
  const { order, status, ...fields } = capture
  return {
    ...fields,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    final_capture: true,
    supplementary_data: { related_ids: { order_id: order } },
    links: [
      {
        href: `https://api.sandbox.paypal.com/v2/checkout/orders/${order}`,
        rel: 'up',
        method: 'GET',
      },
    ],
  }
}

export function serializeRefund(
  tables: PaypalTables,
  { capture: captureId, ...fields }: PaypalRefund,
): object {
  const capture = tables.captures.find(captureId)
  return {
    ...fields,
    custom_id: capture?.custom_id,
    invoice_id: capture?.invoice_id,
    links: [
      {
        href: `https://api.sandbox.paypal.com/v2/payments/captures/${captureId}`,
        rel: 'up',
        method: 'GET',
      },
    ],
  }
}

/** URL of the approval page; on the shop's origin, taken from the return URL. */
function buildApprovalUrl({ id, return_url: returnUrl }: PaypalOrder): string {
  const path = `${BROWSER_PREFIX}approve/?token=${id}`
  return returnUrl ? new URL(path, returnUrl).href : path
}
