import type { MouseEvent } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { GoodIllustration } from '@/features/photos/examples'
import { PhotoPicture } from '@/features/photos/photo-picture'
import { derivePhotoState, type PhotoFacts } from '@/features/photos/photo-status'
import { StateMark } from '@/features/photos/state-mark'
import { getRowId } from '@/features/photos/use-open-document'
import { classNames } from '@/ui/class-names'
import { ChevronEndIcon } from '@/ui/icons'

interface PhotoListProps {
  facts: PhotoFacts
  openType: DocumentType
  /** Whether the URL names the open photo; phones then show only that one. */
  isRequested: boolean
  buildUrl: (type: DocumentType) => string
  onOpen: (type: DocumentType) => void
}

/** The four photos and their states. */
export function PhotoList({ facts, openType, isRequested, buildUrl, onOpen }: PhotoListProps) {
  const { t } = useTranslation('photos')
  const addedCount = documentTypes.filter(type =>
    facts.images.some(image => image.type === type),
  ).length
  return (
    <nav
      aria-labelledby="photo-list"
      className={classNames(
        'self-start overflow-hidden rounded-card border border-line bg-card shadow-card lg:rounded-group',
        isRequested && 'max-lg:hidden',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-4 pb-3">
        <h2 id="photo-list" className="font-semibold text-lg">
          {t('list.heading')}
        </h2>
        <span className="text-ink-2 text-sm">
          {t('list.added', { added: addedCount, total: documentTypes.length })}
        </span>
      </div>
      <ul>
        {documentTypes.map(type => (
          <li key={type} className="border-line border-t">
            <Row
              type={type}
              facts={facts}
              isOpen={type === openType}
              href={buildUrl(type)}
              onOpen={() => onOpen(type)}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RowProps {
  type: DocumentType
  facts: PhotoFacts
  isOpen: boolean
  href: string
  onOpen: () => void
}

function Row({ type, facts, isOpen, href, onOpen }: RowProps) {
  const { t } = useTranslation('photos')
  const upload = facts.uploads[type]
  const image = facts.images.find(candidate => candidate.type === type)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  const pictureClassName = 'size-full object-cover'
  return (
    <a
      id={getRowId(type)}
      href={`/checkouts${href}`}
      onClick={handleClick}
      aria-current={isOpen ? 'true' : undefined}
      className="group/row flex min-h-16 items-center gap-3 border-transparent border-s-[3px] px-4 py-2.5 text-ink no-underline -outline-offset-2 hover:bg-paper hover:text-ink lg:gap-2.5 lg:ps-3.25 lg:pe-3 lg:aria-[current]:border-accent lg:aria-[current]:bg-accent-soft"
    >
      <span className="grid h-11 w-14 shrink-0 place-items-center overflow-hidden rounded-control bg-paper lg:h-9 lg:w-12">
        {image || upload?.picture ? (
          <PhotoPicture
            label=""
            blob={upload?.picture}
            image={image}
            className={pictureClassName}
          />
        ) : (
          <GoodIllustration type={type} />
        )}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold leading-snug">{t(`${type}.short`)}</span>
        <StateMark
          state={derivePhotoState(type, facts)}
          percent={upload?.state === 'uploading' ? upload.percent : 0}
        />
      </span>
      <ChevronEndIcon className="text-ink-3 lg:hidden" />
    </a>
  )
}
