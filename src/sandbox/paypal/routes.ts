import { z } from 'zod'
import { findRow } from '@/sandbox/paypal/api-error'
import { addRefund } from '@/sandbox/paypal/captures'
import { serializeDispute, serializeDisputeList } from '@/sandbox/paypal/disputes'
import { addOrder, captureOrder, confirmPaymentSource, patchOrder } from '@/sandbox/paypal/orders'
import { serializeOrder, serializeRefund } from '@/sandbox/paypal/serialize'
import type { PaypalTables } from '@/sandbox/paypal/tables'

export interface PaypalResponse {
  status: number
  body: object | undefined
}

interface PaypalRoute {
  method: 'GET' | 'PATCH' | 'POST'
  /** `:id` matches one path segment. */
  path: string
  /** Executes the call; returns the id of its result. */
  execute(tables: PaypalTables, id: string, body: unknown): string
  /** The response for the result's current state, also for a repeated call. */
  toResponse(tables: PaypalTables, resultId: string): PaypalResponse
}

const refundBody = z
  .strictObject({
    amount: z.strictObject({ currency_code: z.string(), value: z.string() }).optional(),
  })
  .optional()

const buildOrderResponse =
  (status: number) =>
  (tables: PaypalTables, id: string): PaypalResponse => ({
    status,
    body: serializeOrder(tables, findRow(tables.orders, id)),
  })

export const PAYPAL_ROUTES: PaypalRoute[] = [
  {
    method: 'POST',
    path: '/v2/checkout/orders',
    execute: (tables, _, body) => addOrder(tables, body).id,
    toResponse: buildOrderResponse(201),
  },
  {
    method: 'GET',
    path: '/v2/checkout/orders/:id',
    execute: (_, id) => id,
    toResponse: buildOrderResponse(200),
  },
  {
    method: 'PATCH',
    path: '/v2/checkout/orders/:id',
    execute(tables, id, body) {
      patchOrder(tables, findRow(tables.orders, id), body)
      return id
    },
    toResponse: () => ({ status: 204, body: undefined }),
  },
  {
    method: 'POST',
    path: '/v2/checkout/orders/:id/confirm-payment-source',
    execute: (tables, id, body) =>
      confirmPaymentSource(tables, findRow(tables.orders, id), body).id,
    toResponse: buildOrderResponse(200),
  },
  {
    method: 'POST',
    path: '/v2/checkout/orders/:id/capture',
    execute: (tables, id) => captureOrder(tables, findRow(tables.orders, id)).id,
    toResponse: buildOrderResponse(201),
  },
  {
    method: 'POST',
    path: '/v2/payments/captures/:id/refund',
    execute: (tables, id, body) =>
      addRefund(tables, findRow(tables.captures, id), refundBody.parse(body)?.amount).id,
    toResponse(tables, id) {
      const refund = tables.refunds.find(id)
      return { status: 201, body: refund && serializeRefund(tables, refund) }
    },
  },
  {
    method: 'GET',
    path: '/v1/customer/disputes',
    execute: (_, capture) => capture,
    toResponse: (tables, capture) => ({ status: 200, body: serializeDisputeList(tables, capture) }),
  },
  {
    method: 'GET',
    path: '/v1/customer/disputes/:id',
    execute: (_, id) => id,
    toResponse: (tables, id) => ({
      status: 200,
      body: serializeDispute(tables, findRow(tables.disputes, id)),
    }),
  },
]
