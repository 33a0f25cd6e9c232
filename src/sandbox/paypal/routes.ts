import { z } from 'zod'
import { addRefund, findCapture } from '@/sandbox/paypal/captures'
import { disputeList, disputeView, findDispute } from '@/sandbox/paypal/disputes'
import {
  addOrder,
  captureOrder,
  changeOrder,
  confirmSource,
  findOrder,
} from '@/sandbox/paypal/orders'
import type { PaypalWorld } from '@/sandbox/paypal/tables'
import { captureView, orderView, refundView } from '@/sandbox/paypal/views'

export interface PaypalAnswer {
  status: number
  body: object | undefined
}

export interface PaypalRoute {
  method: 'GET' | 'PATCH' | 'POST'
  /** `:id` stands for one part of the path. */
  path: string
  /** Does it, and says what it made. */
  perform(world: PaypalWorld, id: string, body: unknown): string
  /** How that is told now: a call that comes again hears the latest. */
  told(world: PaypalWorld, made: string): PaypalAnswer
}

const refundBody = z
  .strictObject({
    amount: z.strictObject({ currency_code: z.string(), value: z.string() }).optional(),
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
    note_to_payer: z.string().optional(),
  })
  .optional()

const orderAs =
  (status: number) =>
  (world: PaypalWorld, id: string): PaypalAnswer => ({
    status,
    body: orderView(world, findOrder(world, id)),
  })

const ROUTES: PaypalRoute[] = [
  {
    method: 'POST',
    path: '/v2/checkout/orders',
    perform: (world, _, body) => addOrder(world, body).id,
    told: orderAs(201),
  },
  {
    method: 'GET',
    path: '/v2/checkout/orders/:id',
    perform: (_, id) => id,
    told: orderAs(200),
  },
  {
    method: 'PATCH',
    path: '/v2/checkout/orders/:id',
    perform(world, id, body) {
      changeOrder(world, findOrder(world, id), body)
      return id
    },
    told: () => ({ status: 204, body: undefined }),
  },
  {
    method: 'POST',
    path: '/v2/checkout/orders/:id/confirm-payment-source',
    perform: (world, id, body) => confirmSource(world, findOrder(world, id), body).id,
    told: orderAs(200),
  },
  {
    method: 'POST',
    path: '/v2/checkout/orders/:id/capture',
    perform: (world, id) => captureOrder(world, findOrder(world, id)).id,
    told: orderAs(201),
  },
  {
    method: 'GET',
    path: '/v2/payments/captures/:id',
    perform: (_, id) => id,
    told: (world, id) => ({ status: 200, body: captureView(findCapture(world, id)) }),
  },
  {
    method: 'POST',
    path: '/v2/payments/captures/:id/refund',
    perform: (world, id, body) =>
      addRefund(world, findCapture(world, id), refundBody.parse(body)?.amount).id,
    told(world, id) {
      const refund = world.refunds.find(id)
      return { status: 201, body: refund && refundView(world, refund) }
    },
  },
  {
    method: 'GET',
    path: '/v1/customer/disputes',
    perform: (_, capture) => capture,
    told: (world, capture) => ({ status: 200, body: disputeList(world, capture) }),
  },
  {
    method: 'GET',
    path: '/v1/customer/disputes/:id',
    perform: (_, id) => id,
    told: (world, id) => ({ status: 200, body: disputeView(world, findDispute(world, id)) }),
  },
]

const PATTERNS = ROUTES.map(route => ({
  route,
  pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}/?$`),
}))

/** The call a request asks for, and the id in its path. */
export function findPaypalRoute(
  method: string,
  path: string,
): { route: PaypalRoute; id: string } | undefined {
  for (const { route, pattern } of PATTERNS) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}
