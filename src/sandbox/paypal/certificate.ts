import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The key that signs events, and its certificate. */
export interface Signer {
  /** PEM, as it is served. */
  certificate: string
  sign(text: string): string
}

const SUBJECT_NAME = 'messageverificationcerts.paypal.com'
const LIFETIME_MS = 365 * 86_400_000

/** Creates a key with a self-signed certificate. */
export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    certificate: buildCertificate(privateKey, publicKey),
    sign: text => signBytes(Buffer.from(text), privateKey).toString('base64'),
  }
}

const signBytes = (bytes: Buffer, key: KeyObject): Buffer =>
  createSign('RSA-SHA256').update(bytes).sign(key)

// Node reads X.509 certificates but cannot create them, so this encodes DER: RFC 5280, 4.1.
function buildCertificate(privateKey: KeyObject, publicKey: KeyObject): string {
  const serial = encodeDer(0x02, Buffer.from([1]))
  const content = encodeDer(
    0x30,
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    serial,
    RSA_SHA256,
    encodeName(SUBJECT_NAME),
    encodeDer(0x30, encodeTime(Date.now() - 86_400_000), encodeTime(Date.now() + LIFETIME_MS)),
    encodeName(SUBJECT_NAME),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = encodeDer(
    0x03,
    Buffer.concat([Buffer.from([0]), signBytes(content, privateKey)]),
  )
  const certificateBase64 = encodeDer(0x30, content, RSA_SHA256, signature).toString('base64')
  const lines = certificateBase64.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const RSA_SHA256 = encodeDer(
  0x30,
  encodeDer(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  encodeDer(0x05),
)
const COMMON_NAME = encodeDer(0x06, Buffer.from('550403', 'hex'))

const encodeName = (name: string): Buffer =>
  encodeDer(0x30, encodeDer(0x31, encodeDer(0x30, COMMON_NAME, encodeDer(0x0c, Buffer.from(name)))))

/** `YYMMDDHHMMSSZ` */
const encodeTime = (ms: number): Buffer =>
  encodeDer(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
