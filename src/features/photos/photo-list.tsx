import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { SlotPicture } from '@/features/photos/examples'
import { PhotoPicture } from '@/features/photos/photo-picture'
import {
  countPhotos,
  derivePhotoState,
  type PhotoFacts,
  type PhotoState,
} from '@/features/photos/photo-status'
import { StateMark } from '@/features/photos/state-mark'
import { getRowId } from '@/features/photos/use-open-document'
import type { PhotosOfPage } from '@/features/photos/use-photos'
import { classNames } from '@/ui/class-names'
import { ChevronEndIcon } from '@/ui/icons'

interface PhotoListProps {
  photos: PhotosOfPage
  isInSection: boolean
  /** A file is dragged over the page. */
  isDraggingOver: boolean
  /** The part of the open photo, under its row. */
  panel: ReactNode
}

/** The four photos in order, the open one with its part in place. */
export function PhotoList({ photos, isInSection, isDraggingOver, panel }: PhotoListProps) {
  const { t } = useTranslation('photos')
  const { facts, openType, requestedType, buildUrl, navigateTo } = photos
  const Heading = isInSection ? 'h3' : 'h2'
  return (
    <section
      aria-labelledby="photo-list"
      className={classNames(
        isInSection ? '-mx-4 border-line border-b lg:-mx-6' : 'card overflow-hidden',
        isDraggingOver && 'outline-3 outline-accent outline-dashed -outline-offset-4',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-3 lg:px-6 lg:py-4">
        <Heading
          id="photo-list"
          className={classNames('max-w-full font-semibold', !isInSection && 'text-lg')}
        >
          {isDraggingOver ? t('dropNow') : t('list.heading')}
        </Heading>
        <Meter facts={facts} />
      </div>
      <ul>
        {documentTypes.map(type => {
          const isOpen = type === openType
          const isRequested = type === requestedType
          return (
            <li key={type} className="border-line border-t">
              <Row
                type={type}
                facts={facts}
                isOpen={isOpen}
                isRequested={isRequested}
                // The row of a photo that the customer opened closes it.
                href={buildUrl(isRequested ? undefined : type)}
                onOpen={() => navigateTo(isRequested ? undefined : type)}
              />
              {isOpen && (
                <section
                  id="photo-open"
                  aria-labelledby={`${getRowId(type)}-title`}
                  className={classNames(
                    'bg-accent-soft px-4 pb-4 lg:px-6 lg:pb-6',
                    !isRequested && 'max-lg:hidden',
                  )}
                >
                  {panel}
                </section>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** How many photos have arrived: a bar with a part for each, and the number. */
function Meter({ facts }: { facts: PhotoFacts }) {
  const { t } = useTranslation('photos')
  const { added, pending } = countPhotos(facts)
  const toneOf = (index: number) =>
    index < added ? 'bg-accent' : index < added + pending ? 'bg-accent-line' : 'bg-track'
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="grid w-20 grid-cols-4 gap-1 lg:w-28">
        {documentTypes.map((type, index) => (
          <i
            key={type}
            className={classNames(
              'h-2 rounded-full forced-colors:border',
              toneOf(index),
              index < added && 'forced-colors:bg-[CanvasText]',
            )}
          />
        ))}
      </span>
      <span className="whitespace-nowrap text-ink-2 text-sm">
        {t('list.added', { added, total: documentTypes.length })}
      </span>
    </div>
  )
}

interface RowProps {
  type: DocumentType
  facts: PhotoFacts
  isOpen: boolean
  isRequested: boolean
  href: string
  onOpen: () => void
}

function Row({ type, facts, isOpen, isRequested, href, onOpen }: RowProps) {
  const { t } = useTranslation('photos')
  const upload = facts.uploads[type]
  const image = facts.images.find(candidate => candidate.type === type)
  const state = derivePhotoState(type, facts)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      id={getRowId(type)}
      href={`/checkouts${href}`}
      onClick={handleClick}
      aria-current={isOpen ? 'step' : undefined}
      className="flex min-h-15 items-center gap-4 border-accent px-4 py-2 text-ink no-underline -outline-offset-2 hover:bg-paper hover:text-ink aria-[current]:bg-accent-soft forced-colors:aria-[current]:border-s-4 lg:min-h-20 lg:px-6 lg:py-3"
    >
      <span className="grid h-11 w-14 shrink-0 place-items-center overflow-hidden rounded-control bg-paper lg:h-14 lg:w-18">
        {image || upload?.picture ? (
          <PhotoPicture
            label=""
            blob={upload?.picture}
            image={image}
            className={classNames('size-full object-contain', type === 'signature' && 'bg-white')}
          />
        ) : (
          <SlotPicture type={type} />
        )}
      </span>
      <span className="min-w-0 grow">
        <h3 id={`${getRowId(type)}-title`} className="font-semibold leading-snug">
          {t(`${type}.short`)}
        </h3>
        {state === 'none' ? (
          <span className="block text-ink-2 text-sm">{t(`${type}.line`)}</span>
        ) : (
          <StateMark state={state} percent={upload?.state === 'uploading' ? upload.percent : 0} />
        )}
      </span>
      <span
        className={classNames(
          'flex items-center gap-2 text-ink-2 text-sm',
          isOpen && 'lg:invisible',
        )}
      >
        {isUploaded(state) && !isRequested && (
          <span className="max-[20rem]:hidden">{t('there.change')}</span>
        )}
        <ChevronEndIcon className={isRequested ? '-rotate-90 rtl:rotate-90' : undefined} />
      </span>
    </a>
  )
}

const isUploaded = (state: PhotoState) => state === 'added' || state === 'review'
