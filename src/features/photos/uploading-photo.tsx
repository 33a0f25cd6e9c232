import { useTranslation } from 'next-i18next/pages'
import type { PhotoUpload } from '@/client/store/upload-state'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { PhotoPicture } from '@/features/photos/photo-picture'
import { StateMark } from '@/features/photos/state-mark'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { UploadProgress } from '@/ui/upload-progress'

interface UploadingPhotoProps {
  type: DocumentType
  upload: PhotoUpload
  onRetry: () => void
  onCancel: () => void
}

/** A photo being uploaded: its progress, cancel and retry. */
export function UploadingPhoto({ type, upload, onRetry, onCancel }: UploadingPhotoProps) {
  const { t } = useTranslation('photos')
  const { state } = upload
  if (state === 'rejected') return null
  const percent = upload.state === 'uploading' ? upload.percent : 0
  const text = state === 'failed' && upload.wrong ? undefined : t(`upload.${state}`)
  return (
    <div className="grid gap-4">
      <PhotoFrame>
        <PhotoPicture label="" blob={upload.picture} className={framedPhotoClassName} />
      </PhotoFrame>
      <div className="grid gap-2">
        <StateMark state={state} percent={percent} />
        {state === 'uploading' && (
          <UploadProgress
            label={t('upload.progress', { title: t(`${type}.title`) })}
            percent={percent}
          />
        )}
        {text && <p className="text-ink-2 text-sm">{text}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        {state === 'failed' && (
          <Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>
            {t('upload.retry')}
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          {t('upload.cancel')}
        </Button>
      </div>
    </div>
  )
}

export const framedPhotoClassName = 'max-h-full max-w-full rounded-control object-contain'

/** Frame of a photo; as high before the photo has loaded as with it. */
export const PhotoFrame = ({ children }: { children: React.ReactNode }) => (
  <div className="grid h-56 place-items-center overflow-hidden rounded-card bg-paper p-3 [&>img]:max-h-50">
    {children}
  </div>
)
