import { callRoute, type Reply, type RouteCall } from './call-route'

/** The operators' key of shops under test. */
export const operatorKey = 'an operator key of 32 characters'.replaceAll(' ', '-')

export const operatorHeaders = { authorization: `Bearer ${operatorKey}` }

/** An operator's call: the path below `/backend/api/operator`. */
export const callOperator = (path: string, call: RouteCall = {}): Promise<Reply> =>
  callRoute(`/backend/api/operator${path}`, {
    ...call,
    headers: { ...operatorHeaders, ...call.headers },
  })

export const readOperatorOrder = (id: string): Promise<Reply> =>
  callOperator('/orders/[id]/', { params: { id } })

/** Most orders of tests have no photos. */
export const fulfilByCall = (id: string, body: object = {}): Promise<Reply> =>
  callOperator('/orders/[id]/fulfil/', {
    method: 'POST',
    params: { id },
    body: { without_photos: true, ...body },
  })

export const refundByCall = (id: string, body: object): Promise<Reply> =>
  callOperator('/orders/[id]/refund/', { method: 'POST', params: { id }, body })
