import type { Backend } from '@/server/backend'
import type { MessageCloseReason, MessageKind, OutboxRow } from '@/server/db/tables/outbox'
import type { OrderEvent } from '@/server/gateways/order-webhook'
import { buildAddPhotosMail } from '@/server/mails/add-photos'
import { buildConfirmationMail } from '@/server/mails/confirmation'
import { renderMail } from '@/server/mails/letter'
import type { Letter } from '@/server/mails/letter-blocks'
import { buildRenewalMail, buildRenewalReminderMail } from '@/server/mails/renewal'
import { buildMessage, type Message } from '@/server/outbox/load-message'
import { buildOrderPaidEvent, buildPurchaseEvent } from '@/server/outbox/order-event'

/** `sent`, or `nothing_to_send`. Errors are thrown and retried. */
export type Delivery = 'sent' | Extract<MessageCloseReason, 'nothing_to_send'>

type Sender = (backend: Backend, message: Message) => Promise<Delivery>

const senders: Record<MessageKind, Sender> = {
  confirmation_mail: createMailSender(buildConfirmationMail),
  add_photos_mail: createMailSender(buildAddPhotosMail),
  renewal_mail: createMailSender(buildRenewalMail),
  renewal_reminder_mail: createMailSender(buildRenewalReminderMail),
  order_paid: createWebhookSender(buildOrderPaidEvent),
  purchase_event: createWebhookSender(buildPurchaseEvent),
}

/** Sends a row's message, with the current data of its order. */
export async function sendMessage(backend: Backend, row: OutboxRow): Promise<Delivery> {
  const message = await buildMessage(backend, row)
  return message ? senders[row.kind](backend, message) : 'nothing_to_send'
}

/** Mails the message to the customer, unless there is nothing to write. */
function createMailSender(
  buildLetter: (backend: Backend, message: Message) => Promise<Letter | undefined>,
): Sender {
  return async (backend, message) => {
    const letter = await buildLetter(backend, message)
    if (!letter) return 'nothing_to_send'
    const { id, state } = message
    await backend.mail.send({ id, to: state.customer.email, ...renderMail(letter) })
    return 'sent'
  }
}

/** Posts the message to the operator's webhook, if there is one. */
function createWebhookSender(buildEvent: (message: Message) => OrderEvent): Sender {
  return async ({ orderWebhook }, message) => {
    if (!orderWebhook) return 'nothing_to_send'
    await orderWebhook.send(buildEvent(message))
    return 'sent'
  }
}
