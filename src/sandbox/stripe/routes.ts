import { TOKEN_ROUTES } from '@/sandbox/stripe/confirmation-tokens'
import {
  addCustomer,
  CUSTOMER_SHAPE,
  changeCustomer,
  findCustomer,
} from '@/sandbox/stripe/customers'
import { expanded, LIST_SHAPE, listed } from '@/sandbox/stripe/expand'
import { missing, refused } from '@/sandbox/stripe/failure'
import { INTENT_ROUTES } from '@/sandbox/stripe/intent-routes'
import {
  address,
  expand,
  hashOf,
  metadata,
  oneOf,
  readParameters,
  text,
  whole,
} from '@/sandbox/stripe/parameters'
import { addPaymentMethod, attach, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { PRICE_ROUTES } from '@/sandbox/stripe/prices'
import { addRefund, findCharge, REFUND_SHAPE } from '@/sandbox/stripe/refunds'
import { ONE, type Route } from '@/sandbox/stripe/route'
import { SETUP_ROUTES } from '@/sandbox/stripe/setup-intents'
import { SUBSCRIPTION_ROUTES } from '@/sandbox/stripe/subscription-routes'

const CARD = hashOf({ cvc: text, exp_month: whole, exp_year: whole, number: text })
const BILLING = hashOf({ address, email: text, name: text, phone: text })
const METHOD_SHAPE = {
  billing_details: BILLING,
  card: CARD,
  expand,
  metadata,
  type: oneOf('card'),
}

const CUSTOMERS: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    answer: (scene, form) => addCustomer(scene, readParameters(form, CUSTOMER_SHAPE)),
  },
  {
    method: 'GET',
    path: '/v1/customers',
    answer(scene, form) {
      const { email, ...page } = readParameters(form, { ...LIST_SHAPE, email: text })
      const rows = scene.customers.all().filter(row => email === undefined || row.email === email)
      return listed(scene, '/v1/customers', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    answer: (scene, form, id) =>
      expanded(scene, findCustomer(scene, id), readParameters(form, ONE).expand),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    answer: (scene, form, id) =>
      changeCustomer(scene, findCustomer(scene, id), readParameters(form, CUSTOMER_SHAPE)),
  },
]

const METHODS: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    answer(scene, form) {
      const { card, billing_details: billing, metadata: given } = readParameters(form, METHOD_SHAPE)
      const { number = '', exp_month = 0, exp_year = 0, cvc = null } = card ?? {}
      const entry = { number, exp_month, exp_year, cvc }
      return addPaymentMethod(scene, entry, billing ?? {}, given ?? {})
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    answer: (scene, form, id) =>
      expanded(
        scene,
        findPaymentMethod(scene, id, 'payment_method'),
        readParameters(form, ONE).expand,
      ),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    answer(scene, form, id) {
      const { customer, expand: paths } = readParameters(form, { ...ONE, customer: text })
      if (!customer) throw refused('Missing required param: customer.', { param: 'customer' })
      const method = findPaymentMethod(scene, id, 'payment_method')
      return expanded(scene, attach(scene, method, customer), paths)
    },
  },
]

const MONEY: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges/:id',
    answer: (scene, form, id) =>
      expanded(scene, findCharge(scene, id), readParameters(form, ONE).expand),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    answer(scene, form) {
      const parameters = readParameters(form, REFUND_SHAPE)
      return expanded(scene, addRefund(scene, parameters), parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    answer(scene, form, id) {
      const refund = scene.refunds.find(id)
      if (!refund) throw missing('refund', id)
      return expanded(scene, refund, readParameters(form, ONE).expand)
    },
  },
]

const DISPUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    answer(scene, form) {
      const { payment_intent: intent, ...page } = readParameters(form, {
        ...LIST_SHAPE,
        payment_intent: text,
      })
      const rows = scene.disputes
        .all()
        .filter(row => intent === undefined || row.payment_intent === intent)
      return listed(scene, '/v1/disputes', rows, page)
    },
  },
]

const EVENTS: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    answer(scene, form) {
      const { type, ...page } = readParameters(form, { ...LIST_SHAPE, type: text })
      const rows = scene.events.all().filter(event => type === undefined || event.type === type)
      return listed(scene, '/v1/events', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    answer(scene, form, id) {
      readParameters(form, ONE)
      const event = scene.events.find(id)
      if (!event) throw missing('event', id)
      return event
    },
  },
]

const ROUTES = [
  ...INTENT_ROUTES,
  ...CUSTOMERS,
  ...METHODS,
  ...TOKEN_ROUTES,
  ...MONEY,
  ...SETUP_ROUTES,
  ...PRICE_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...DISPUTES,
  ...EVENTS,
].map(route => ({
  route,
  pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}/?$`),
}))

/** The call a request asks for, and the id in its path. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const { route, pattern } of ROUTES) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}
