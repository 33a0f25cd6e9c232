import { createVerify, X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import { type Paypal, paypalSandbox } from '@/server/config/env'

/** An event of PayPal's: a hint of what to look at. */
export interface PaypalEvent {
  id: string
  type: string
  /** The order it is about, as far as it says. */
  ref: string | undefined
  /** The attempt that we gave the order as its own name. */
  attemptId: string | undefined
  /** The number of our order that a dispute is about. */
  orderNumber: string | undefined
}

const timeoutMs = 10_000
const largestCertificate = 65_536
const certificatesPath = '/v1/notifications/certs/'

/** Nobody but PayPal has a certificate for these, under a root that Node trusts. */
const signerName = /^CN=messageverificationcerts(\.sandbox)?\.paypal\.com$/m
const certificateHosts = ['api.paypal.com', 'api.sandbox.paypal.com']

type Read = (rawBody: Buffer, headers: IncomingHttpHeaders) => Promise<PaypalEvent | undefined>

/**
 * Reads events, once it is sure that they are PayPal's: signed over the transmission's id and time, our webhook's
 * id and the body, with a key whose certificate is PayPal's. What it returns throws where the certificate could
 * not be had.
 */
export function paypalEvents({ webhookId, apiBase }: Paypal): Read {
  const known = new Map<string, X509Certificate>()
  const isTrial = apiBase === undefined || apiBase === paypalSandbox
  const keyAt = async (address: string): Promise<X509Certificate | undefined> => {
    const certificate = known.get(address) ?? (await certificateAt(address, isTrial))
    if (certificate) known.set(address, certificate)
    return certificate
  }
  return async (rawBody, headers) => {
    const told = (name: string) => String(headers[`paypal-${name}`] ?? '')
    const address = told('cert-url')
    if (told('auth-algo') !== 'SHA256withRSA' || !isPlace(address, isTrial ? undefined : apiBase))
      return undefined
    const certificate = await keyAt(address)
    if (!certificate) return undefined
    const signed = [told('transmission-id'), told('transmission-time'), webhookId, crc32(rawBody)]
    const verify = createVerify('RSA-SHA256').update(signed.join('|'))
    const isGenuine = verify.verify(certificate.publicKey, told('transmission-sig'), 'base64')
    return isGenuine ? eventIn(rawBody) : undefined
  }
}

/** Whether a certificate may be asked for there: anybody can send us an address. */
function isPlace(address: string, apiBase: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { origin, hostname, pathname, protocol, port, username } = new URL(address)
  if (!pathname.startsWith(certificatesPath) || username !== '') return false
  if (apiBase) return origin === new URL(apiBase).origin
  return protocol === 'https:' && port === '' && certificateHosts.includes(hostname)
}

/** The certificate that is served there; undefined when it is not PayPal's. */
async function certificateAt(
  address: string,
  isPaypal: boolean,
): Promise<X509Certificate | undefined> {
  const answer = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) throw new Error(`the certificate was not served: ${answer.status}`)
  const text = (await answer.text()).slice(0, largestCertificate)
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const [leaf, ...others] = pems.map(pem => new X509Certificate(pem))
  if (!leaf || !signerName.test(leaf.subject) || !isCurrent(leaf)) return undefined
  return !isPaypal || leadsToRoot(leaf, others) ? leaf : undefined
}

const isCurrent = ({ validFrom, validTo }: X509Certificate): boolean =>
  Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo)

/** Whether one issued the other, up to a root that Node trusts. */
function leadsToRoot(leaf: X509Certificate, others: X509Certificate[]): boolean {
  const roots = rootCertificates.map(pem => new X509Certificate(pem))
  let current = leaf
  for (let step = 0; step <= others.length; step += 1) {
    const isIssuer = (one: X509Certificate) =>
      current.checkIssued(one) && current.verify(one.publicKey)
    if (roots.some(isIssuer)) return true
    const next = others.find(one => one !== current && one.ca && isCurrent(one) && isIssuer(one))
    if (!next) return false
    current = next
  }
  return false
}

const idText = z.string().min(1).max(300)
const eventBody = z.object({
  id: idText,
  event_type: z.string().max(100),
  resource_type: z.string().optional(),
  resource: z
    .object({
      id: idText.optional(),
      custom_id: idText.optional(),
      purchase_units: z.array(z.object({ custom_id: idText.optional() })).optional(),
      disputed_transactions: z
        .array(z.object({ custom: z.string().optional(), invoice_number: z.string().optional() }))
        .optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: idText.optional() }).optional() })
        .optional(),
    })
    .catch({}),
})

function eventIn(rawBody: Buffer): PaypalEvent | undefined {
  const {
    id,
    event_type: type,
    resource_type: kind,
    resource,
  } = eventBody.parse(JSON.parse(rawBody.toString()))
  const disputed = resource.disputed_transactions?.[0]
  const related = resource.supplementary_data?.related_ids?.order_id
  return {
    id,
    type,
    ref: related ?? (kind === 'checkout-order' ? resource.id : undefined),
    attemptId:
      resource.custom_id ??
      resource.purchase_units?.[0]?.custom_id ??
      (disputed?.custom || undefined),
    orderNumber: disputed?.invoice_number || undefined,
  }
}
