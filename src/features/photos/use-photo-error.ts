import { useTranslation } from 'next-i18next/pages'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { Refused } from '@/features/photos/use-photo-tool'

/** Why a photo was not taken, and what to do about it; undefined when nothing is wrong. */
export function useWrongText(
  type: DocumentType,
  { uploads, refused }: { uploads: PhotoUploads; refused: Refused },
): string | undefined {
  const { t } = useTranslation('photos')
  const why = refused[type]
  if (why === 'openFailed') return t('openFailed')
  if (why) return t(`issues.photo.${why}`)
  const upload = uploads[type]
  const wrong = upload && 'wrong' in upload ? upload.wrong : null
  return wrong ? t(`issues.photo.${wrong}`) : undefined
}
