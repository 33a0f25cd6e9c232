import { confirmIntent } from '@/sandbox/stripe/confirmation'
import { expandObject, LIST_SHAPE, paginate } from '@/sandbox/stripe/expand'
import type { PaymentIntent } from '@/sandbox/stripe/objects'
import { readParameters, text } from '@/sandbox/stripe/parameters'
import {
  addIntent,
  CANCEL_SHAPE,
  CONFIRM_SHAPE,
  CREATE_SHAPE,
  cancelIntent,
  findIntent,
  UPDATE_SHAPE,
  updateIntent,
} from '@/sandbox/stripe/payment-intents'
import { RETRIEVE_SHAPE, type Route } from '@/sandbox/stripe/route'

export const INTENT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    handle(context, form) {
      const parameters = readParameters(form, CREATE_SHAPE)
      const intent = addIntent(context, parameters)
      const result = parameters.confirm ? confirmIntent(context, intent, parameters) : intent
      return expandObject(context, result, parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handle(context, form) {
      const { customer, ...page } = readParameters(form, { ...LIST_SHAPE, customer: text })
      const rows = context.intents.list().filter(intent => isOfCustomer(intent, customer))
      return paginate(context, '/v1/payment_intents', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    handle: (context, form, id) =>
      expandObject(context, findIntent(context, id), readParameters(form, RETRIEVE_SHAPE).expand),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    handle(context, form, id) {
      const parameters = readParameters(form, UPDATE_SHAPE)
      const intent = updateIntent(context, findIntent(context, id), parameters)
      return expandObject(context, intent, parameters.expand)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    handle(context, form, id) {
      const parameters = readParameters(form, CONFIRM_SHAPE)
      const intent = confirmIntent(context, findIntent(context, id), parameters)
      return expandObject(context, intent, parameters.expand)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    handle(context, form, id) {
      const parameters = readParameters(form, CANCEL_SHAPE)
      const intent = cancelIntent(context, findIntent(context, id), parameters)
      return expandObject(context, intent, parameters.expand)
    },
  },
]

function isOfCustomer(intent: PaymentIntent, customer: string | undefined): boolean {
  return customer === undefined || intent.customer === customer
}
