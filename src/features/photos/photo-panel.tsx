import { type ReactNode, type RefObject, useState } from 'react'
import type { PhotoUploads } from '@/client/store/upload-state'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { UploadedPhoto, UploadingPhoto } from '@/features/photos/added-photo'
import { CaptureOptions } from '@/features/photos/capture-options'
import { Examples } from '@/features/photos/examples'
import type { PhotoSource } from '@/features/photos/photo-source'
import { derivePhotoState } from '@/features/photos/photo-status'
import type { CaptureMethod, PhotoErrors, PhotoTool } from '@/features/photos/use-photo-tool'
import { classNames } from '@/ui/class-names'
import { ErrorTitle } from '@/ui/document-title'
import { ErrorBadgeIcon } from '@/ui/icons'

interface PhotoPanelProps {
  source: PhotoSource
  type: DocumentType
  tool: PhotoTool
  onOpen: (method: CaptureMethod) => void
  heading: RefObject<HTMLHeadingElement | null>
  /** A file is dragged over the page. */
  isDraggingOver: boolean
  onPhoneClick: (() => void) | undefined
  /** Link to the next photo. */
  nextLink: ReactNode
}

const rules = ['first', 'second', 'third'] as const

/** One photo: its purpose, what makes it usable, and the ways to add it. */
export function PhotoPanel({
  source,
  type,
  tool,
  onOpen,
  heading,
  isDraggingOver,
  onPhoneClick,
  nextLink,
}: PhotoPanelProps) {
  const { t } = useTranslation('photos')
  const [replacingType, setReplacingType] = useState<DocumentType>()
  const { images, uploads } = source
  const upload = uploads[type]
  const image = images.find(candidate => candidate.type === type)
  const error = usePhotoError(type, { uploads, errors: tool.errors })
  const state = derivePhotoState(type, { images, uploads, errors: tool.errors })
  const isOpen = tool.tool?.type === type
  const isUploading = upload && upload.state !== 'rejected'
  const isUploaded = !isUploading && image && replacingType !== type && state !== 'rejected'
  const focusHeading = () => heading.current?.focus()

  return (
    <section
      aria-labelledby="photo-open"
      className={classNames(
        'rounded-card border border-line bg-card px-4 py-[18px] shadow-card lg:rounded-group lg:p-6',
        isDraggingOver && 'outline-3 outline-accent outline-dashed -outline-offset-4',
      )}
    >
      <p className="text-ink-2 text-sm">
        {t('where', { number: documentTypes.indexOf(type) + 1, total: documentTypes.length })}
      </p>
      <h2
        id="photo-open"
        ref={heading}
        tabIndex={-1}
        className="font-semibold text-xl outline-none"
      >
        {t(`${type}.title`)}
      </h2>
      <p className="pt-1 text-ink-2">{isDraggingOver ? t('dropNow') : t(`${type}.why`)}</p>
      {isOpen && (
        <Tool
          source={source}
          tool={tool}
          onDone={() => {
            setReplacingType(undefined)
            // The pressed button unmounts; the result is under the heading.
            requestAnimationFrame(focusHeading)
          }}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5">
        {isUploading && (
          <UploadingPhoto
            type={type}
            upload={upload}
            onRetry={() => {
              source.retry(type)
              focusHeading()
            }}
            onCancel={() => {
              tool.deleteFingerprint(type)
              source.cancel(type)
              focusHeading()
            }}
          />
        )}
        {isUploaded && (
          <UploadedPhoto
            key={image.id + image.revision}
            image={image}
            form={source.form}
            onReplace={() => {
              setReplacingType(type)
              focusHeading()
            }}
            onRemove={async () => {
              const isRemoved = await source.remove(image)
              if (isRemoved) {
                tool.deleteFingerprint(type)
                focusHeading()
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
            <Examples type={type} />
            <ul className="grid list-disc gap-1 ps-5">
              {rules.map(rule => (
                <li key={rule}>{t(`${type}.${rule}`)}</li>
              ))}
            </ul>
            <CaptureOptions
              key={type}
              type={type}
              form={source.form}
              errorId={error ? 'photo-wrong' : undefined}
              loadingMethod={isOpen && !tool.isLoaded ? tool.tool?.method : undefined}
              onOpen={onOpen}
              onPhoneClick={onPhoneClick}
            />
            {image && (
              <button
                type="button"
                className="-my-2.5 min-h-11 justify-self-start text-accent underline underline-offset-3 noscript:hidden"
                onClick={() => {
                  setReplacingType(undefined)
                  tool.clearError(type)
                  if (upload) source.cancel(type)
                  focusHeading()
                }}
              >
                {t('there.keep')}
              </button>
            )}
          </>
        )}
        {(isUploaded || isUploading) && nextLink}
      </div>
    </section>
  )
}

/** The photo tool in use, once loaded. */
function Tool({
  source,
  tool,
  onDone,
}: {
  source: PhotoSource
  tool: PhotoTool
  onDone: () => void
}) {
  if (!tool.tool) return null
  const { Studio, Signature, type, method } = tool.tool
  const handlers = {
    onRefusal: tool.setRefusal,
    onDone: (photo: Parameters<PhotoTool['finish']>[0]) => {
      void tool.finish(photo)
      onDone()
    },
    onCancel: tool.close,
  }
  if (Signature) return <Signature name={source.driverName} {...handlers} />
  if (!Studio || method === 'sign') return null
  return (
    <Studio type={type} start={method} otherFingerprints={tool.otherFingerprints} {...handlers} />
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
