import { expanded, LIST_SHAPE, listed } from '@/sandbox/stripe/expand'
import { oneOf, readParameters, text } from '@/sandbox/stripe/parameters'
import { ONE, type Route } from '@/sandbox/stripe/route'
import {
  cancel,
  findSubscription,
  SUBSCRIBE_SHAPE,
  subscribe,
} from '@/sandbox/stripe/subscriptions'

export const SUBSCRIPTION_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    answer(scene, form) {
      const parameters = readParameters(form, SUBSCRIBE_SHAPE)
      return expanded(scene, subscribe(scene, parameters), parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    answer(scene, form) {
      const { customer, status, ...page } = readParameters(form, {
        ...LIST_SHAPE,
        customer: text,
        status: oneOf('active', 'all', 'canceled', 'past_due'),
      })
      const rows = scene.subscriptions
        .all()
        .filter(row => customer === undefined || row.customer === customer)
        .filter(
          row => status === 'all' || (status ? row.status === status : row.status !== 'canceled'),
        )
      return listed(scene, '/v1/subscriptions', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    answer: (scene, form, id) =>
      expanded(scene, findSubscription(scene, id), readParameters(form, ONE).expand),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    answer: (scene, form, id) =>
      expanded(scene, cancel(scene, findSubscription(scene, id)), readParameters(form, ONE).expand),
  },
]
