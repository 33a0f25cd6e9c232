import { expandObject, LIST_SHAPE, paginate } from '@/sandbox/stripe/expand'
import { oneOf, readParameters, text } from '@/sandbox/stripe/parameters'
import { RETRIEVE_SHAPE, type Route } from '@/sandbox/stripe/route'
import {
  cancelSubscription,
  createSubscription,
  findSubscription,
  SUBSCRIBE_SHAPE,
} from '@/sandbox/stripe/subscriptions'

export const SUBSCRIPTION_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    handle(context, form) {
      const parameters = readParameters(form, SUBSCRIBE_SHAPE)
      return expandObject(context, createSubscription(context, parameters), parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    handle(context, form) {
      const { customer, status, ...page } = readParameters(form, {
        ...LIST_SHAPE,
        customer: text,
        status: oneOf('active', 'all', 'canceled', 'past_due'),
      })
      const rows = context.subscriptions
        .list()
        .filter(row => customer === undefined || row.customer === customer)
        .filter(
          row => status === 'all' || (status ? row.status === status : row.status !== 'canceled'),
        )
      return paginate(context, '/v1/subscriptions', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    handle: (context, form, id) =>
      expandObject(
        context,
        findSubscription(context, id),
        readParameters(form, RETRIEVE_SHAPE).expand,
      ),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    handle: (context, form, id) =>
      expandObject(
        context,
        cancelSubscription(context, findSubscription(context, id)),
        readParameters(form, RETRIEVE_SHAPE).expand,
      ),
  },
]
