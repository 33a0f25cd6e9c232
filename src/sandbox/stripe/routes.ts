import { findRow } from '@/sandbox/stripe/api-error'
import { confirmIntent } from '@/sandbox/stripe/confirmation'
import { addToken, findToken } from '@/sandbox/stripe/confirmation-tokens'
import {
  addCustomer,
  CUSTOMER_SHAPE,
  deleteCustomer,
  findCustomer,
  updateCustomer,
} from '@/sandbox/stripe/customers'
import { oneOf, text } from '@/sandbox/stripe/parameters'
import {
  addIntent,
  CONFIRM_SHAPE,
  CREATE_SHAPE,
  cancelIntent,
  findIntent,
  UPDATE_SHAPE,
  updateIntent,
} from '@/sandbox/stripe/payment-intents'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { addPrice, PRICE_SHAPE } from '@/sandbox/stripe/prices'
import { addRefund, findCharge, findRefund, REFUND_SHAPE } from '@/sandbox/stripe/refunds'
import { isWanted, listRoute, type Route, route } from '@/sandbox/stripe/route'
import { addSetup, cancelSetup, findSetup, SETUP_SHAPE } from '@/sandbox/stripe/setup-intents'
import {
  cancelSubscription,
  createSubscription,
  findSubscription,
  SUBSCRIBE_SHAPE,
} from '@/sandbox/stripe/subscriptions'

const INTENTS: Route[] = [
  route('POST', '/v1/payment_intents', CREATE_SHAPE, (context, parameters) => {
    const intent = addIntent(context, parameters)
    return parameters.confirm ? confirmIntent(context, intent, parameters) : intent
  }),
  listRoute('/v1/payment_intents', { customer: text }, (context, { customer }) =>
    context.intents.list().filter(row => isWanted(customer, row.customer)),
  ),
  route('GET', '/v1/payment_intents/:id', {}, (context, _, id) => findIntent(context, id)),
  route('POST', '/v1/payment_intents/:id', UPDATE_SHAPE, (context, parameters, id) =>
    updateIntent(context, findIntent(context, id), parameters),
  ),
  route('POST', '/v1/payment_intents/:id/confirm', CONFIRM_SHAPE, (context, parameters, id) =>
    confirmIntent(context, findIntent(context, id), parameters),
  ),
  route('POST', '/v1/payment_intents/:id/cancel', {}, (context, _, id) =>
    cancelIntent(context, findIntent(context, id)),
  ),
]

const CUSTOMERS: Route[] = [
  route('POST', '/v1/customers', CUSTOMER_SHAPE, addCustomer),
  listRoute('/v1/customers', { email: text }, (context, { email }) =>
    context.customers.list().filter(row => !row.deleted && isWanted(email, row.email)),
  ),
  route('GET', '/v1/customers/:id', {}, (context, _, id) => findCustomer(context, id)),
  route('POST', '/v1/customers/:id', CUSTOMER_SHAPE, (context, parameters, id) =>
    updateCustomer(context, findCustomer(context, id), parameters),
  ),
  route('DELETE', '/v1/customers/:id', {}, (context, _, id) =>
    deleteCustomer(context, findCustomer(context, id)),
  ),
]

const METHODS_AND_TOKENS: Route[] = [
  route('GET', '/v1/payment_methods/:id', {}, (context, _, id) =>
    findPaymentMethod(context, id, 'payment_method'),
  ),
  route('GET', '/v1/confirmation_tokens/:id', {}, (context, _, id) => findToken(context, id).token),
  route(
    'POST',
    '/v1/test_helpers/confirmation_tokens',
    { payment_method: text },
    (context, { payment_method: id = '' }) =>
      addToken(context, findPaymentMethod(context, id, 'payment_method'), null),
  ),
]

const CHARGES_AND_REFUNDS: Route[] = [
  route('GET', '/v1/charges/:id', {}, (context, _, id) => findCharge(context, id)),
  route('POST', '/v1/refunds', REFUND_SHAPE, addRefund),
  route('GET', '/v1/refunds/:id', {}, (context, _, id) => findRefund(context, id)),
  listRoute('/v1/disputes', { payment_intent: text }, (context, { payment_intent: intent }) =>
    context.disputes.list().filter(row => isWanted(intent, row.payment_intent)),
  ),
]

const RENEWALS: Route[] = [
  route('POST', '/v1/setup_intents', SETUP_SHAPE, addSetup),
  route('GET', '/v1/setup_intents/:id', {}, (context, _, id) => findSetup(context, id)),
  route('POST', '/v1/setup_intents/:id/cancel', {}, (context, _, id) =>
    cancelSetup(context, findSetup(context, id)),
  ),
  route('POST', '/v1/prices', PRICE_SHAPE, addPrice),
  route('POST', '/v1/subscriptions', SUBSCRIBE_SHAPE, createSubscription),
  listRoute(
    '/v1/subscriptions',
    { customer: text, status: oneOf('all') },
    (context, { customer, status }) =>
      context.subscriptions
        .list()
        .filter(row => isWanted(customer, row.customer))
        .filter(row => status === 'all' || row.status !== 'canceled'),
  ),
  route('GET', '/v1/subscriptions/:id', {}, (context, _, id) => findSubscription(context, id)),
  route('DELETE', '/v1/subscriptions/:id', {}, (context, _, id) =>
    cancelSubscription(context, findSubscription(context, id)),
  ),
]

const EVENTS: Route[] = [
  listRoute('/v1/events', { type: text }, (context, { type }) =>
    context.events.list().filter(row => isWanted(type, row.type)),
  ),
  route('GET', '/v1/events/:id', {}, (context, _, id) => findRow(context.events, 'event', id)),
]

/** The calls of the REST API that the shop and its tests use. */
export const STRIPE_ROUTES = [
  ...INTENTS,
  ...CUSTOMERS,
  ...METHODS_AND_TOKENS,
  ...CHARGES_AND_REFUNDS,
  ...RENEWALS,
  ...EVENTS,
]
