import { join } from 'node:path'
import type { Env } from '@/server/config/env'
import { diskFiles } from '@/server/gateways/disk-files'
import type { Files } from '@/server/gateways/file-storage'
import { s3Files } from '@/server/gateways/s3-files'

/** An S3-compatible storage when one is configured, else the data folder. */
export const photoStorage = ({ s3, dataDir }: Pick<Env, 's3' | 'dataDir'>): Files =>
  s3 ? s3Files(s3) : diskFiles(join(dataDir, 'photos'))
