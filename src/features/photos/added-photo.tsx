import { useState } from 'react'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import type { PhotoUpload } from '@/client/store/upload-state'
import { useTranslation } from '@/client/texts/use-translation'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { DocumentType } from '@/domain/data/document-types'
import { PhotoPicture } from '@/features/photos/photo-picture'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { TrashIcon } from '@/ui/later-icons'
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

const framedPhotoClassName = 'max-h-full max-w-full rounded-control object-contain'

/** Frame of a photo; as high before the photo has loaded as with it. */
const PhotoFrame = ({ children }: { children: React.ReactNode }) => (
  <div className="grid h-56 place-items-center overflow-hidden rounded-card bg-card p-3 [&>img]:max-h-50">
    {children}
  </div>
)

interface UploadedPhotoProps {
  image: ApprovalImage
  /** Form that deletes the photo without scripts. */
  form: string | undefined
  onReplace: () => void
  /** False when the photo could not be deleted. */
  onRemove: () => Promise<boolean>
}

/** A photo on the server, and its actions. */
export function UploadedPhoto({ image, form, onReplace, onRemove }: UploadedPhotoProps) {
  const { t } = useTranslation('photos')
  const { submitOnce, isBusy } = useSubmitOnce()
  const [isFailed, setFailed] = useState(false)
  const remove = () =>
    submitOnce(async () => {
      setFailed(false)
      setFailed(!(await onRemove()))
    })
  return (
    <div className="grid gap-4">
      <PhotoFrame>
        <PhotoPicture
          label={t('there.picture', { title: t(`${image.type}.title`) })}
          image={image}
          className={framedPhotoClassName}
        />
      </PhotoFrame>
      {image.needs_review && <p className="text-sm">{t('there.review')}</p>}
      {isFailed && (
        <p role="alert" className="font-semibold text-bad">
          {t('there.removeFailed')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" icon={<RetryIcon />} onClick={onReplace}>
          {t('there.replace')}
        </Button>
        <Button
          type="submit"
          form={form}
          name="remove"
          value={image.id}
          variant="ghost"
          icon={<TrashIcon />}
          busy={isBusy}
          onClick={event => {
            event.preventDefault()
            void remove()
          }}
        >
          {t('there.remove')}
        </Button>
      </div>
    </div>
  )
}
