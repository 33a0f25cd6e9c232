import { createVerify, X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import type { Paypal } from '@/server/config/env'
import { paypalSandboxUrl } from '@/server/config/variables'
import { eventId, parseJson } from '@/server/gateways/signed-events'
import { measuredFetch } from '@/server/infra/measure-call'

/** An event of PayPal's webhook: a hint of what to read back. */
export interface PaypalEvent {
  id: string
  type: string
  /** PayPal's id of the order, if the event contains it. */
  ref: string | undefined
  /** Our attempt id, which the order has as `custom_id`. */
  attemptId: string | undefined
  /** Our order number, of a dispute. */
  orderNumber: string | undefined
}

const timeoutMs = 10_000
const maxCertificateLength = 65_536
const certificatesPath = '/v1/notifications/certs/'

/** Only PayPal can have a certificate for this name under a root that Node trusts. */
const signerName = /^CN=messageverificationcerts(\.sandbox)?\.paypal\.com$/m
const certificateHosts = ['api.paypal.com', 'api.sandbox.paypal.com']

type EventReader = (
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
) => Promise<PaypalEvent | null | undefined>

/**
 * Returns a reader of webhook events. It verifies the signature over the transmission's id and
 * time, our webhook id and the body's CRC-32 with a certificate of PayPal's; undefined when the
 * event is not PayPal's, null when it is unreadable. The reader throws when the certificate cannot be fetched.
 */
export function createPaypalEventReader({ webhookId, apiBase }: Paypal): EventReader {
  const certificates = new Map<string, X509Certificate>()
  const isPaypal = apiBase === undefined || apiBase === paypalSandboxUrl
  const loadCertificate = async (url: string): Promise<X509Certificate | undefined> => {
    const certificate = certificates.get(url) ?? (await fetchCertificate(url, isPaypal))
    if (certificate) certificates.set(url, certificate)
    return certificate
  }
  return async (rawBody, headers) => {
    const readHeader = (name: string) => String(headers[`paypal-${name}`] ?? '')
    const url = readHeader('cert-url')
    if (
      readHeader('auth-algo') !== 'SHA256withRSA' ||
      !isCertificateUrl(url, isPaypal ? undefined : apiBase)
    )
      return undefined
    const certificate = await loadCertificate(url)
    if (!certificate) return undefined
    const signedParts = [
      readHeader('transmission-id'),
      readHeader('transmission-time'),
      webhookId,
      crc32(rawBody),
    ]
    const verifier = createVerify('RSA-SHA256').update(signedParts.join('|'))
    const isGenuine = verifier.verify(
      certificate.publicKey,
      readHeader('transmission-sig'),
      'base64',
    )
    return isGenuine ? parseEvent(rawBody) : undefined
  }
}

/** Whether the certificate may be fetched from there: any sender can name an address. */
function isCertificateUrl(url: string, apiBase: string | undefined): boolean {
  if (!URL.canParse(url)) return false
  const { origin, hostname, pathname, protocol, port, username } = new URL(url)
  if (!pathname.startsWith(certificatesPath) || username !== '') return false
  if (apiBase) return origin === new URL(apiBase).origin
  return protocol === 'https:' && port === '' && certificateHosts.includes(hostname)
}

/** Fetches the certificate; undefined when it is not PayPal's. Throws when it is not served. */
async function fetchCertificate(
  url: string,
  isPaypal: boolean,
): Promise<X509Certificate | undefined> {
  const response = await measuredFetch('paypal', url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`the certificate was not served: ${response.status}`)
  const text = (await response.text()).slice(0, maxCertificateLength)
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const [leaf, ...intermediates] = pems.map(pem => new X509Certificate(pem))
  if (!leaf || !signerName.test(leaf.subject) || !isCurrent(leaf)) return undefined
  return !isPaypal || isChainTrusted(leaf, intermediates) ? leaf : undefined
}

const isCurrent = ({ validFrom, validTo }: X509Certificate): boolean =>
  Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo)

/** Whether the certificates form a chain up to a root that Node trusts. */
function isChainTrusted(leaf: X509Certificate, intermediates: X509Certificate[]): boolean {
  const roots = rootCertificates.map(pem => new X509Certificate(pem))
  let current = leaf
  for (let step = 0; step <= intermediates.length; step += 1) {
    const isIssuer = (candidate: X509Certificate) =>
      current.checkIssued(candidate) && current.verify(candidate.publicKey)
    if (roots.some(isIssuer)) return true
    const next = intermediates.find(
      candidate =>
        candidate !== current && candidate.ca && isCurrent(candidate) && isIssuer(candidate),
    )
    if (!next) return false
    current = next
  }
  return false
}

const text = eventId.optional().catch(undefined)
const eventSchema = z.object({
  id: eventId,
  event_type: z.string().max(100),
  resource_type: z.string().optional().catch(undefined),
  resource: z
    .object({
      id: eventId.optional(),
      custom_id: eventId.optional(),
      purchase_units: z.array(z.object({ custom_id: eventId.optional() })).optional(),
      disputed_transactions: z.array(z.object({ custom: text, invoice_number: text })).optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: eventId.optional() }).optional() })
        .optional(),
    })
    .catch({}),
})

function parseEvent(rawBody: Buffer): PaypalEvent | null {
  const event = eventSchema.safeParse(parseJson(rawBody)).data
  if (!event) return null
  const { id, event_type: type, resource_type: kind, resource } = event
  const disputedTransaction = resource.disputed_transactions?.[0]
  const relatedOrderId = resource.supplementary_data?.related_ids?.order_id
  return {
    id,
    type,
    ref: relatedOrderId ?? (kind === 'checkout-order' ? resource.id : undefined),
    attemptId:
      resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? disputedTransaction?.custom,
    orderNumber: disputedTransaction?.invoice_number,
  }
}
