import { confirmIntent } from '@/sandbox/stripe/confirmation'
import { expanded, LIST_SHAPE, listed } from '@/sandbox/stripe/expand'
import type { PaymentIntent } from '@/sandbox/stripe/objects'
import { readParameters, text } from '@/sandbox/stripe/parameters'
import {
  addIntent,
  CANCEL_SHAPE,
  CONFIRM_SHAPE,
  CREATE_SHAPE,
  cancelIntent,
  changeIntent,
  findIntent,
  UPDATE_SHAPE,
} from '@/sandbox/stripe/payment-intents'
import { ONE, type Route } from '@/sandbox/stripe/route'

export const INTENT_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    answer(scene, form) {
      const parameters = readParameters(form, CREATE_SHAPE)
      const intent = addIntent(scene, parameters)
      const answer = parameters.confirm ? confirmIntent(scene, intent, parameters) : intent
      return expanded(scene, answer, parameters.expand)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    answer(scene, form) {
      const { customer, ...page } = readParameters(form, { ...LIST_SHAPE, customer: text })
      const rows = scene.intents.all().filter(intent => isOf(intent, customer))
      return listed(scene, '/v1/payment_intents', rows, page)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    answer: (scene, form, id) =>
      expanded(scene, findIntent(scene, id), readParameters(form, ONE).expand),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    answer(scene, form, id) {
      const parameters = readParameters(form, UPDATE_SHAPE)
      const intent = changeIntent(scene, findIntent(scene, id), parameters)
      return expanded(scene, intent, parameters.expand)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    answer(scene, form, id) {
      const parameters = readParameters(form, CONFIRM_SHAPE)
      const intent = confirmIntent(scene, findIntent(scene, id), parameters)
      return expanded(scene, intent, parameters.expand)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    answer(scene, form, id) {
      const parameters = readParameters(form, CANCEL_SHAPE)
      const intent = cancelIntent(scene, findIntent(scene, id), parameters)
      return expanded(scene, intent, parameters.expand)
    },
  },
]

function isOf(intent: PaymentIntent, customer: string | undefined): boolean {
  return customer === undefined || intent.customer === customer
}
