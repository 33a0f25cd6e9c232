import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Signer } from '@/sandbox/paypal/certificate'
import { currentTimestamp } from '@/sandbox/paypal/tables'

export interface SigningConfig {
  signer: Signer
  webhookId: string
  certificateUrl: string
}

/** Signature headers of an event: developer.paypal.com/api/rest/webhooks, "Verify messages". */
export function buildSignatureHeaders(
  body: string,
  { signer, webhookId, certificateUrl }: SigningConfig,
): Record<string, string> {
  const id = randomUUID()
  const timestamp = currentTimestamp()
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': certificateUrl,
    'paypal-transmission-id': id,
    'paypal-transmission-sig': signer.sign(`${id}|${timestamp}|${webhookId}|${crc32(body)}`),
    'paypal-transmission-time': timestamp,
  }
}
