import type { Backend } from '@/server/backend'
import type { MessageEnd, MessageKind, OutboxRow } from '@/server/db/tables/outbox'
import type { OrderEvent } from '@/server/gateways/order-webhook'
import { addPhotosMail } from '@/server/mails/add-photos'
import { confirmationMail } from '@/server/mails/confirmation'
import { mailOf } from '@/server/mails/letter'
import type { Letter } from '@/server/mails/letter-blocks'
import { renewalMail, renewalReminderMail } from '@/server/mails/renewal'
import { type Message, messageOf } from '@/server/outbox/messages'
import { orderPaid, purchase } from '@/server/outbox/order-event'

/** What became of a message: it was handed over, or nobody wants it. Whatever is thrown is tried again. */
export type Delivery = 'sent' | Extract<MessageEnd, 'nothing_to_send'>

type Sender = (backend: Backend, message: Message) => Promise<Delivery>

/** How each kind of message is sent. */
const senders: Record<MessageKind, Sender> = {
  confirmation_mail: mailing(confirmationMail),
  add_photos_mail: mailing(addPhotosMail),
  renewal_mail: mailing(renewalMail),
  renewal_reminder_mail: mailing(renewalReminderMail),
  order_paid: telling(orderPaid),
  purchase_event: telling(purchase),
}

/** Hands a row's message over, as the order is now. */
export async function send(backend: Backend, row: OutboxRow): Promise<Delivery> {
  const message = await messageOf(backend, row)
  return message ? senders[row.kind](backend, message) : 'nothing_to_send'
}

/** Sends the letter of a message to the customer, unless there is none to write. */
function mailing(
  write: (backend: Backend, message: Message) => Promise<Letter | undefined>,
): Sender {
  return async (backend, message) => {
    const letter = await write(backend, message)
    if (!letter) return 'nothing_to_send'
    const { id, state } = message
    await backend.mail.send({ id, to: state.customer.email, ...mailOf(letter) })
    return 'sent'
  }
}

/** Tells the operator's own system, where there is one. */
function telling(eventOf: (message: Message) => OrderEvent): Sender {
  return async ({ orderWebhook }, message) => {
    if (!orderWebhook) return 'nothing_to_send'
    await orderWebhook.send(eventOf(message))
    return 'sent'
  }
}
