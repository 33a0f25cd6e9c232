import { join } from 'node:path'
import type { Env } from '@/server/config/env'
import { createDiskStorage } from '@/server/gateways/disk-storage'
import type { FileStorage } from '@/server/gateways/file-storage'
import { createS3Storage } from '@/server/gateways/s3-storage'
import { measureCall } from '@/server/infra/measure-call'

/** S3-compatible storage if configured, else the data folder. */
export function createPhotoStorage({ s3, dataDir }: Pick<Env, 's3' | 'dataDir'>): FileStorage {
  const storage = s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'photos'))
  return {
    put: (...args) => measureCall('storage', () => storage.put(...args)),
    get: name => measureCall('storage', () => storage.get(name)),
    remove: name => measureCall('storage', () => storage.remove(name)),
  }
}
