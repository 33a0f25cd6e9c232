import { documentTypes } from '@/domain/data/document-types'
import type { Backend } from '@/server/backend'
import { buildAddPhotosMail } from '@/server/mails/add-photos'
import { buildConfirmationMail } from '@/server/mails/confirmation'
import { renderMail } from '@/server/mails/letter'
import type { Message } from '@/server/outbox/load-message'
import { completeCheckout, products } from './sample-checkout'

const paidAt = new Date('2026-11-20T23:30:00Z')

/** The parts of the backend that mails need. */
export const mailBackend = {
  env: {
    appUrl: 'https://shop.example',
    siteUrl: undefined,
    payments: 'live',
    courierCutoff: '24:00',
    coupons: { promo: 'WELCOME' },
  },
  now: () => new Date('2026-11-21T08:00:00Z'),
  catalog: async () => ({}),
  db: { insert: () => ({ values: async () => undefined }) },
} as unknown as Backend

const travelItemsData = [
  { item_id: 1, name: 'Travel wallet', price: 19, is_active: true, code: 'wallet' },
] as unknown as Message['state']['travelItemsData']

const selectedShippingMethod = {
  code: 'dhl',
  name: 'DHL Express',
  price: 19,
  min_delivery: 2,
  max_delivery: 4,
}

const buildImages = (count: number) =>
  documentTypes.slice(0, count).map(type => ({
    id: type,
    type,
    revision: 1,
    needs_review: false,
    added_at: '2026-11-20T22:00:00.000Z',
  }))

interface MessageOptions {
  paidWith?: string
  language?: string
  timeZone?: string
  photos?: number
  order?: Partial<Message['order']>
  state?: Partial<Message['state']>
}

/** An order's message as the outbox passes it on. */
export function buildMessage({
  language = 'en',
  timeZone = 'UTC',
  photos = 4,
  paidWith = 'visa 4242',
  order,
  state,
}: MessageOptions = {}): Message {
  return {
    id: '7KQ2M-XW4TD.confirmation-mail',
    dedupeKey: '',
    queuedAt: paidAt,
    language,
    timeZone,
    paidWith,
    forOrder: null,
    plan: products.find(({ id }) => id === 42),
    state: {
      ...completeCheckout,
      travelItemsData,
      selectedShippingMethod,
      confirmation_payment_method: 'visa 4242',
      approval_documents: { add_later: true, images: buildImages(photos) },
      ...state,
    },
    order: {
      id: '7KQ2M-XW4TD',
      checkoutId: 'checkout-1',
      kind: 'plan',
      status: 'paid',
      currency: 'USD',
      total: 13_150,
      emailHash: null,
      refunded: 0,
      dispute: null,
      partnerTokenId: null,
      createdAt: paidAt,
      updatedAt: paidAt,
      paidAt,
      fulfilledAt: null,
      trackingNumber: null,
      charged: {
        currency: 'USD',
        plan: 6_900,
        urgent: 2_500,
        shipping: 1_900,
        travel: 3_800,
        discount: 1_950,
        tax: 0,
        total: 13_150,
        planId: 42,
        coupon: 'TAKE',
        travelItems: [{ item_id: 1, quantity: 2, total: 3_800 }],
      },
      ...order,
    },
  }
}

export const renderConfirmation = async (options?: MessageOptions) =>
  renderMail(await buildConfirmationMail(mailBackend, buildMessage(options)))
export const renderReminder = async (options?: MessageOptions) => {
  const letter = await buildAddPhotosMail(mailBackend, buildMessage(options))
  return letter && renderMail(letter)
}
