import { invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import { TOKEN_ROUTES } from '@/sandbox/stripe/confirmation-tokens'
import {
  addCustomer,
  CUSTOMER_SHAPE,
  findCustomer,
  updateCustomer,
} from '@/sandbox/stripe/customers'
import { expandObject, LIST_SHAPE, paginate } from '@/sandbox/stripe/expand'
import { INTENT_ROUTES } from '@/sandbox/stripe/intent-routes'
import {
  address,
  expand,
  hashOf,
  integer,
  metadata,
  oneOf,
  readParameters,
  text,
} from '@/sandbox/stripe/parameters'
import { addPaymentMethod, attach, findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { PRICE_ROUTES } from '@/sandbox/stripe/prices'
import { addRefund, findCharge, REFUND_SHAPE } from '@/sandbox/stripe/refunds'
import { RETRIEVE_SHAPE, type Route } from '@/sandbox/stripe/route'
import { SETUP_ROUTES } from '@/sandbox/stripe/setup-intents'
import { SUBSCRIPTION_ROUTES } from '@/sandbox/stripe/subscription-routes'

const CARD = hashOf({ cvc: text, exp_month: integer, exp_year: integer, number: text })
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
    handle: (context, form) => addCustomer(context, readParameters(form, CUSTOMER_SHAPE)),
  },
  {
    method: 'GET',
    path: '/v1/customers',
    handle(context, form) {
      const { email, ...page } = readParameters(form, { ...LIST_SHAPE, email: text })
      const rows = context.customers
        .list()
        .filter(row => email === undefined || row.email === email)
      return paginate(context, '/v1/customers', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handle: (context, form, id) =>
      expandObject(context, findCustomer(context, id), readParameters(form, RETRIEVE_SHAPE).expand),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    handle: (context, form, id) =>
      updateCustomer(context, findCustomer(context, id), readParameters(form, CUSTOMER_SHAPE)),
  },
]

const METHODS: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    handle(context, form) {
      const {
        card,
        billing_details: billing,
        metadata: methodMetadata,
      } = readParameters(form, METHOD_SHAPE)
      const { number = '', exp_month = 0, exp_year = 0, cvc = null } = card ?? {}
      const entry = { number, exp_month, exp_year, cvc }
      return addPaymentMethod(context, entry, billing ?? {}, methodMetadata ?? {})
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: (context, form, id) =>
      expandObject(
        context,
        findPaymentMethod(context, id, 'payment_method'),
        readParameters(form, RETRIEVE_SHAPE).expand,
      ),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    handle(context, form, id) {
      const { customer, expand: paths } = readParameters(form, {
        ...RETRIEVE_SHAPE,
        customer: text,
      })
      if (!customer)
        throw invalidRequest('Missing required param: customer.', { param: 'customer' })
      const method = findPaymentMethod(context, id, 'payment_method')
      return expandObject(context, attach(context, method, customer), paths)
    },
  },
]

const CHARGES_AND_REFUNDS: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges/:id',
    handle: (context, form, id) =>
      expandObject(context, findCharge(context, id), readParameters(form, RETRIEVE_SHAPE).expand),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    handle(context, form) {
      const parameters = readParameters(form, REFUND_SHAPE)
      return expandObject(context, addRefund(context, parameters), parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    handle(context, form, id) {
      const refund = context.refunds.find(id)
      if (!refund) throw resourceMissing('refund', id)
      return expandObject(context, refund, readParameters(form, RETRIEVE_SHAPE).expand)
    },
  },
]

const DISPUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    handle(context, form) {
      const { payment_intent: intent, ...page } = readParameters(form, {
        ...LIST_SHAPE,
        payment_intent: text,
      })
      const rows = context.disputes
        .list()
        .filter(row => intent === undefined || row.payment_intent === intent)
      return paginate(context, '/v1/disputes', rows, page)
    },
  },
]

const EVENTS: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle(context, form) {
      const { type, ...page } = readParameters(form, { ...LIST_SHAPE, type: text })
      const rows = context.events.list().filter(event => type === undefined || event.type === type)
      return paginate(context, '/v1/events', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    handle(context, form, id) {
      readParameters(form, RETRIEVE_SHAPE)
      const event = context.events.find(id)
      if (!event) throw resourceMissing('event', id)
      return event
    },
  },
]

const ROUTES = [
  ...INTENT_ROUTES,
  ...CUSTOMERS,
  ...METHODS,
  ...TOKEN_ROUTES,
  ...CHARGES_AND_REFUNDS,
  ...SETUP_ROUTES,
  ...PRICE_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...DISPUTES,
  ...EVENTS,
].map(route => ({
  route,
  pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}/?$`),
}))

/** Finds the route of a request, and the id in its path. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const { route, pattern } of ROUTES) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}
