import type { Env } from '@/server/config/env'
import type { FileStorage } from '@/server/gateways/file-storage'

/** Timeout of one call, including the SDK's retries. */
const requestTimeoutMs = 15_000
const connectionTimeoutMs = 3_000
const keyPrefix = 'photos/'

type Sdk = typeof import('@aws-sdk/client-s3')

/** Objects in a bucket of S3 or of an S3-compatible storage. */
export function createS3Storage(settings: NonNullable<Env['s3']>): FileStorage {
  let connection: Promise<{ sdk: Sdk; client: InstanceType<Sdk['S3Client']> }> | undefined
  const connect = () => {
    connection ??= createClient(settings)
    return connection
  }
  const toObjectParams = (name: string) => ({ Bucket: settings.bucket, Key: `${keyPrefix}${name}` })
  return {
    put: async (name, bytes) => {
      const { sdk, client } = await connect()
      const ContentType = name.endsWith('.jpg') ? 'image/jpeg' : 'application/octet-stream'
      const object = { ...toObjectParams(name), Body: bytes, ContentType }
      await client.send(new sdk.PutObjectCommand(object), buildAbortOptions())
    },
    get: async name => {
      const { sdk, client } = await connect()
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand(toObjectParams(name)),
          buildAbortOptions(),
        )
        return await Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    },
    remove: async name => {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand(toObjectParams(name)), buildAbortOptions())
    },
  }
}

/** Loaded on first use: the SDK is large, and shops without S3 do not need it. */
async function createClient({
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Env['s3']>) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Without keys the SDK uses those of the machine's role.
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Not every S3-compatible storage supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectionTimeoutMs, requestTimeout: requestTimeoutMs },
  })
  return { sdk, client }
}

const buildAbortOptions = () => ({ abortSignal: AbortSignal.timeout(requestTimeoutMs) })
