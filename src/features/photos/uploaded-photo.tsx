import { useTranslation } from 'next-i18next/pages'
import { useState } from 'react'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { PhotoPicture } from '@/features/photos/photo-picture'
import { StateMark } from '@/features/photos/state-mark'
import { framedPhotoClassName, PhotoFrame } from '@/features/photos/uploading-photo'
import { Button } from '@/ui/button'
import { RetryIcon, TrashIcon } from '@/ui/icons'

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
  const state = image.needs_review ? 'review' : 'added'
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
      <div className="grid gap-1">
        <StateMark state={state} />
        <p className="text-ink-2 text-sm">{t(`there.${state}`)}</p>
      </div>
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
