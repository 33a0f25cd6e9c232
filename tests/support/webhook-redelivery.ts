import { callRoute, type Reply } from './call-route'
import type { CapturedEvent, ProviderOptions } from './provider'

const paypalWebhookRoute = '/api/webhooks/paypal/'
const stripeWebhookRoute = '/api/webhooks/stripe/'

const routes = { stripe: stripeWebhookRoute, paypal: paypalWebhookRoute }
/** Delay in ms before a redelivery; short, since tests wait for it while a shop starts. */
const retryDelayMs = 100

/** An event to deliver to a shop. */
export interface OutgoingEvent {
  provider: keyof typeof routes
  type: string
  body: string
  /** Called for each delivery: signatures contain the time. */
  sign: (body: string) => Record<string, string>
}

interface Delivery {
  outgoing: OutgoingEvent
  id: string
  state: 'pending' | 'delivered'
  attempts: number
  lastStatus: number | null
  isInFlight: boolean
}

/** Delivers events to a shop until they are accepted, or captures them for the tests. */
export interface WebhookRedelivery {
  post: (outgoing: OutgoingEvent) => void
  /** Sends held events, unless a rule still holds them. */
  sendDue: () => void
  capturedEvents: () => CapturedEvent[]
  deliveries: () => Delivery[]
  stop: () => void
}

export function newWebhookRedelivery(
  { shopPort, shouldCaptureEvents }: ProviderOptions,
  isHeld: (delivery: string, type: string) => boolean,
): WebhookRedelivery {
  const capturedEvents: CapturedEvent[] = []
  const deliveries: Delivery[] = []
  let isStopped = false
  const deliver = async (delivery: Delivery): Promise<void> => {
    delivery.isInFlight = true
    delivery.attempts += 1
    delivery.lastStatus = await sendEvent(delivery.outgoing, shopPort).catch(() => null)
    delivery.isInFlight = false
    if (delivery.lastStatus === 200) delivery.state = 'delivered'
    else if (!isStopped) setTimeout(sendDue, retryDelayMs).unref()
  }
  const sendDue = () => {
    if (isStopped) return
    for (const delivery of deliveries) {
      const { state, isInFlight, id, outgoing } = delivery
      if (state === 'pending' && !isInFlight && !isHeld(id, outgoing.type)) void deliver(delivery)
    }
  }
  return {
    post: outgoing => {
      if (shouldCaptureEvents)
        capturedEvents.push({ type: outgoing.type, deliver: () => deliverLocally(outgoing) })
      else {
        const id = String(deliveries.length)
        const initialState = { attempts: 0, lastStatus: null, isInFlight: false }
        deliveries.push({ outgoing, id, state: 'pending', ...initialState })
        sendDue()
      }
    },
    sendDue,
    capturedEvents: () => capturedEvents,
    deliveries: () => deliveries,
    stop: () => {
      isStopped = true
    },
  }
}

/** Delivers to a shop in this process. */
const deliverLocally = ({ provider, body, sign }: OutgoingEvent): Promise<Reply> =>
  callRoute(routes[provider], { method: 'POST', rawBody: body, headers: sign(body) })

async function sendEvent(outgoing: OutgoingEvent, shopPort: number | undefined): Promise<number> {
  if (shopPort === undefined) return (await deliverLocally(outgoing)).status
  const { provider, body, sign } = outgoing
  const url = `http://127.0.0.1:${shopPort}/checkouts/api/webhooks/${provider}/`
  const headers = { 'content-type': 'application/json', ...sign(body) }
  return (await fetch(url, { method: 'POST', body, headers })).status
}
