import type { Env } from '@/server/config/env'
import type { Files } from '@/server/gateways/file-storage'

/** One call, its repetitions included, has this long. */
const callMs = 15_000
const connectMs = 3_000
const prefix = 'photos/'

type Sdk = typeof import('@aws-sdk/client-s3')

/** Objects in a bucket of S3, or of a storage that speaks like it. */
export function s3Files(settings: NonNullable<Env['s3']>): Files {
  let opened: Promise<{ sdk: Sdk; client: InstanceType<Sdk['S3Client']> }> | undefined
  const s3 = () => {
    opened ??= open(settings)
    return opened
  }
  const named = (name: string) => ({ Bucket: settings.bucket, Key: `${prefix}${name}` })
  return {
    put: async (name, bytes) => {
      const { sdk, client } = await s3()
      const object = { ...named(name), Body: bytes, ContentType: 'image/jpeg' }
      await client.send(new sdk.PutObjectCommand(object), soon())
    },
    get: async name => {
      const { sdk, client } = await s3()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(named(name)), soon())
        return await Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    },
    remove: async name => {
      const { sdk, client } = await s3()
      await client.send(new sdk.DeleteObjectCommand(named(name)), soon())
    },
  }
}

/** The library is large, and most shops that try things out have no use for it. */
async function open({ region, endpoint, accessKeyId, secretAccessKey }: NonNullable<Env['s3']>) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Without keys the SDK finds those of the machine's role.
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Newer checksums are not understood by every storage that speaks like S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: callMs },
  })
  return { sdk, client }
}

const soon = () => ({ abortSignal: AbortSignal.timeout(callMs) })
