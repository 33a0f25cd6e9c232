import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Signer } from '@/sandbox/paypal/certificate'
import { moment } from '@/sandbox/paypal/tables'

export interface Signing {
  signer: Signer
  webhookId: string
  certificateUrl: string
}

/** The headers of an event's body: developer.paypal.com/api/rest/webhooks, "Verify messages". */
export function signatureHeaders(
  body: string,
  { signer, webhookId, certificateUrl }: Signing,
): Record<string, string> {
  const id = randomUUID()
  const time = moment()
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': certificateUrl,
    'paypal-transmission-id': id,
    'paypal-transmission-sig': signer.sign(`${id}|${time}|${webhookId}|${crc32(body)}`),
    'paypal-transmission-time': time,
  }
}
