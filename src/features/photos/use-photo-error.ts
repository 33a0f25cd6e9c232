import { useTranslation } from 'next-i18next/pages'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { PhotoErrors } from '@/features/photos/use-photo-tool'

/** Why a photo was not accepted and what to do about it; undefined without an error. */
export function usePhotoError(
  type: DocumentType,
  { uploads, errors }: { uploads: PhotoUploads; errors: PhotoErrors },
): string | undefined {
  const { t } = useTranslation('photos')
  const error = errors[type]
  if (error === 'openFailed') return t('openFailed')
  if (error) return t(`issues.photo.${error}`)
  const upload = uploads[type]
  const uploadError = upload && 'wrong' in upload ? upload.wrong : null
  return uploadError ? t(`issues.photo.${uploadError}`) : undefined
}
