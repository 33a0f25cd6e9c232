import { useState } from 'react'
import type { PhotoUploads } from '@/client/store/upload-state'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { UploadedPhoto, UploadingPhoto } from '@/features/photos/added-photo'
import { CaptureOptions } from '@/features/photos/capture-options'
import { Examples } from '@/features/photos/examples'
import { derivePhotoState } from '@/features/photos/photo-status'
import { getRowId } from '@/features/photos/use-open-document'
import type { PhotoErrors } from '@/features/photos/use-photo-tool'
import type { PhotosOfPage } from '@/features/photos/use-photos'
import { ErrorTitle } from '@/ui/document-title'
import { CheckIcon, ErrorBadgeIcon } from '@/ui/icons'

interface PhotoPanelProps {
  photos: PhotosOfPage
  type: DocumentType
  /** The phone's bar has the main button. */
  hasBar: boolean
  onPhoneClick: (() => void) | undefined
}

const rules = ['first', 'second'] as const

/** The part of one photo under its row: what makes it usable, and the ways to add it. */
export function PhotoPanel({ photos, type, hasBar, onPhoneClick }: PhotoPanelProps) {
  const { t } = useTranslation('photos')
  const [isReplacing, setReplacing] = useState(false)
  const { source, tool } = photos
  const { images, uploads } = source
  const upload = uploads[type]
  const image = images.find(candidate => candidate.type === type)
  const error = usePhotoError(type, { uploads, errors: tool.errors })
  const state = derivePhotoState(type, { images, uploads, errors: tool.errors })
  const isUploading = upload && upload.state !== 'rejected'
  const isUploaded = !isUploading && image && !isReplacing && state !== 'rejected'
  const focusRow = () => document.getElementById(getRowId(type))?.focus()

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isUploading && (
        <UploadingPhoto
          type={type}
          upload={upload}
          onRetry={() => {
            source.retry(type)
            focusRow()
          }}
          onCancel={() => {
            tool.deleteFingerprint(type)
            source.cancel(type)
            focusRow()
          }}
        />
      )}
      {isUploaded && (
        <UploadedPhoto
          key={image.id + image.revision}
          image={image}
          form={source.form}
          onReplace={() => {
            setReplacing(true)
            focusRow()
          }}
          onRemove={async () => {
            const isRemoved = await source.remove(image)
            if (isRemoved) {
              tool.deleteFingerprint(type)
              focusRow()
            }
            return isRemoved
          }}
        />
      )}
      {error && (
        <p id="photo-wrong" role="alert" className="flex gap-2 font-semibold text-bad">
          <ErrorTitle />
          <ErrorBadgeIcon className="mt-0.5" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
      {!isUploading && !isUploaded && (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-6">
            <Examples type={type} />
            <CaptureOptions
              photos={photos}
              type={type}
              errorId={error ? 'photo-wrong' : undefined}
              hasBar={hasBar && !image}
              onPhoneClick={onPhoneClick}
            />
            <ul className="grid gap-1 text-sm max-lg:order-first lg:col-span-2">
              {rules.map(rule => (
                <li key={rule} className="flex gap-2">
                  <CheckIcon className="size-4.5 text-accent" />
                  {t(`${type}.${rule}`)}
                </li>
              ))}
            </ul>
          </div>
          {image && (
            <button
              type="button"
              className="-my-2.5 min-h-11 justify-self-start text-accent underline underline-offset-3 noscript:hidden"
              onClick={() => {
                setReplacing(false)
                tool.clearError(type)
                if (upload) source.cancel(type)
                focusRow()
              }}
            >
              {t('there.keep')}
            </button>
          )}
        </>
      )}
    </div>
  )
}

/** Why a photo was not accepted and what to do about it; undefined without an error. */
function usePhotoError(
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
