import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, type RefObject, useState } from 'react'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import { Examples } from '@/features/photos/examples'
import type { PhotoDesk } from '@/features/photos/photo-source'
import { photoStateOf } from '@/features/photos/photo-status'
import { TakeOrChoose } from '@/features/photos/take-or-choose'
import { There } from '@/features/photos/uploaded-photo'
import { UnderWay } from '@/features/photos/uploading-photo'
import { useWrongText } from '@/features/photos/use-photo-error'
import type { Job, PhotoTool } from '@/features/photos/use-photo-tool'
import { classNames } from '@/ui/class-names'
import { ErrorBadgeIcon } from '@/ui/icons'

interface PhotoPanelProps {
  desk: PhotoDesk
  type: DocumentType
  tool: PhotoTool
  onOpen: (job: Job) => void
  heading: RefObject<HTMLHeadingElement | null>
  /** A file is held over the page. */
  isOver: boolean
  onPhone: (() => void) | undefined
  /** The way to the next photo. */
  next: ReactNode
}

const rules = ['first', 'second', 'third'] as const

/** One photo: what it is for, what makes it usable, and the ways to give it. */
export function PhotoPanel({
  desk,
  type,
  tool,
  onOpen,
  heading,
  isOver,
  onPhone,
  next,
}: PhotoPanelProps) {
  const { t } = useTranslation('photos')
  const [replacing, setReplacing] = useState<DocumentType>()
  const { images, uploads } = desk
  const upload = uploads[type]
  const image = images.find(one => one.type === type)
  const wrong = useWrongText(type, { uploads, refused: tool.refused })
  const state = photoStateOf(type, { images, uploads, refused: tool.refused })
  const isOpen = tool.tool?.type === type
  const isUnderWay = upload && upload.state !== 'rejected'
  const isThere = !isUnderWay && image && replacing !== type && state !== 'rejected'
  const backToHeading = () => heading.current?.focus()

  return (
    <section
      aria-labelledby="photo-open"
      className={classNames(
        'rounded-card border border-line bg-card px-4 py-[18px] shadow-card lg:rounded-group lg:p-6',
        isOver && 'outline-3 outline-accent outline-dashed -outline-offset-4',
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
      <p className="pt-1 text-ink-2">{isOver ? t('dropNow') : t(`${type}.why`)}</p>
      {isOpen && (
        <Tool
          desk={desk}
          tool={tool}
          onDone={() => {
            setReplacing(undefined)
            // The button that was pressed goes: what comes of it stands under the heading.
            requestAnimationFrame(backToHeading)
          }}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5">
        {isUnderWay && (
          <UnderWay
            type={type}
            upload={upload}
            onRetry={() => {
              desk.retry(type)
              backToHeading()
            }}
            onCancel={() => {
              tool.forget(type)
              desk.cancel(type)
              backToHeading()
            }}
          />
        )}
        {isThere && (
          <There
            key={image.id + image.revision}
            image={image}
            form={desk.form}
            onReplace={() => {
              setReplacing(type)
              backToHeading()
            }}
            onRemove={async () => {
              const isGone = await desk.remove(image)
              if (isGone) {
                tool.forget(type)
                backToHeading()
              }
              return isGone
            }}
          />
        )}
        {wrong && (
          <p id="photo-wrong" role="alert" className="flex gap-2 font-semibold text-bad">
            <ErrorBadgeIcon className="mt-0.5" />
            <span className="min-w-0">{wrong}</span>
          </p>
        )}
        {!isUnderWay && !isThere && (
          <>
            <Examples type={type} />
            <ul className="grid list-disc gap-1 ps-5">
              {rules.map(rule => (
                <li key={rule}>{t(`${type}.${rule}`)}</li>
              ))}
            </ul>
            <TakeOrChoose
              key={type}
              type={type}
              form={desk.form}
              describedBy={wrong ? 'photo-wrong' : undefined}
              opening={isOpen && !tool.isLoaded ? tool.tool?.job : undefined}
              onOpen={onOpen}
              onPhone={onPhone}
            />
            {image && (
              <button
                type="button"
                className="-my-2.5 min-h-11 justify-self-start text-accent underline underline-offset-3 noscript:hidden"
                onClick={() => {
                  setReplacing(undefined)
                  tool.forgive(type)
                  if (upload) desk.cancel(type)
                  backToHeading()
                }}
              >
                {t('there.keep')}
              </button>
            )}
          </>
        )}
        {(isThere || isUnderWay) && next}
      </div>
    </section>
  )
}

/** What the photo is being made with, once that has loaded. */
function Tool({ desk, tool, onDone }: { desk: PhotoDesk; tool: PhotoTool; onDone: () => void }) {
  if (!tool.tool) return null
  const { Studio, Signature, type, job } = tool.tool
  const ends = {
    onDone: (photo: Parameters<PhotoTool['done']>[0]) => {
      void tool.done(photo)
      onDone()
    },
    onCancel: tool.close,
  }
  if (Signature) return <Signature name={desk.driver} {...ends} />
  if (!Studio || job === 'sign') return null
  return <Studio type={type} start={job} others={tool.others} {...ends} />
}
