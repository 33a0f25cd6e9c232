import * as paypalWebhookRoute from '@/pages/api/webhooks/paypal'
import * as stripeWebhookRoute from '@/pages/api/webhooks/stripe'
import { callRoute, type Reply } from './call-route'
import type { Letter, Wishes } from './provider'

const routes = { stripe: stripeWebhookRoute, paypal: paypalWebhookRoute }
/** What was not taken comes again so soon: a shop that is being started has to wait for nobody. */
const againMs = 100

/** An event that is to be told to a shop. */
export interface News {
  from: keyof typeof routes
  type: string
  body: string
  /** Made anew each time it is sent: a signature is dated. */
  sign: (body: string) => Record<string, string>
}

interface Delivery {
  news: News
  id: string
  state: 'pending' | 'delivered'
  attempts: number
  lastStatus: number | null
  isOut: boolean
}

/** Brings events to a shop until they are taken, or keeps them for the tests to hand over. */
export interface Postman {
  post: (news: News) => void
  /** What was held back goes out now, unless a rule still holds it. */
  pump: () => void
  letters: () => Letter[]
  deliveries: () => Delivery[]
  stop: () => void
}

export function newPostman(
  { shopPort, keepEvents }: Wishes,
  isHeld: (delivery: string, type: string) => boolean,
): Postman {
  const letters: Letter[] = []
  const deliveries: Delivery[] = []
  let isStopped = false
  const bring = async (delivery: Delivery): Promise<void> => {
    delivery.isOut = true
    delivery.attempts += 1
    delivery.lastStatus = await sent(delivery.news, shopPort).catch(() => null)
    delivery.isOut = false
    if (delivery.lastStatus === 200) delivery.state = 'delivered'
    else if (!isStopped) setTimeout(pump, againMs).unref()
  }
  const pump = () => {
    if (isStopped) return
    for (const delivery of deliveries) {
      const { state, isOut, id, news } = delivery
      if (state === 'pending' && !isOut && !isHeld(id, news.type)) void bring(delivery)
    }
  }
  return {
    post: news => {
      if (keepEvents) letters.push({ type: news.type, deliver: () => handed(news) })
      else {
        const id = String(deliveries.length)
        const fresh = { attempts: 0, lastStatus: null, isOut: false }
        deliveries.push({ news, id, state: 'pending', ...fresh })
        pump()
      }
    },
    pump,
    letters: () => letters,
    deliveries: () => deliveries,
    stop: () => {
      isStopped = true
    },
  }
}

/** To a shop in this process. */
const handed = ({ from, body, sign }: News): Promise<Reply> =>
  callRoute(routes[from], { method: 'POST', rawBody: body, headers: sign(body) })

async function sent(news: News, shopPort: number | undefined): Promise<number> {
  if (shopPort === undefined) return (await handed(news)).status
  const { from, body, sign } = news
  const url = `http://127.0.0.1:${shopPort}/checkouts/api/webhooks/${from}/`
  const headers = { 'content-type': 'application/json', ...sign(body) }
  return (await fetch(url, { method: 'POST', body, headers })).status
}
