import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import type { PhoneDialogProps } from '@/features/photos/phone-dialog'
import { PhotoList } from '@/features/photos/photo-list'
import { PhotoPanel } from '@/features/photos/photo-panel'
import type { PhotoSource } from '@/features/photos/photo-source'
import { derivePhotoState, findNextPhoto, type PhotoFacts } from '@/features/photos/photo-status'
import { isDocumentVisible, useOpenDocument } from '@/features/photos/use-open-document'
import { type CaptureMethod, usePhotoTool } from '@/features/photos/use-photo-tool'
import { buttonClasses } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { BackIcon, ChevronEndIcon, LockIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'

interface PhotosProps {
  source: PhotoSource
  /** Rendered under the photos: the way to continue. */
  children: ReactNode
}

/** The four photos: a list and one photo beside it; on a phone the photo replaces the list. */
export function Photos({ source, children }: PhotosProps) {
  const { t } = useTranslation('photos')
  const { openType, requestedType, heading, buildUrl, navigateTo } = useOpenDocument(source)
  const tool = usePhotoTool(source)
  const phoneDialog = usePhoneDialog(source, openType, () => tool.showError(openType, 'openFailed'))
  const facts = {
    images: source.images,
    uploads: source.uploads,
    checking: tool.checkingType,
    errors: tool.allErrors,
  }
  /** On a phone the photo is opened first: a hidden panel cannot show a tool. */
  const openTool = (method: CaptureMethod) => {
    if (!isDocumentVisible(requestedType)) navigateTo(openType)
    void tool.open(openType, method)
  }
  const isDraggingOver = useDroppedFiles(!tool.tool, openTool)
  usePrepareFaceCheck(
    openType === 'profile' && !facts.images.some(({ type }) => type === openType),
    requestedType,
  )
  const nextType = findNextPhoto(openType, facts)
  const announcement = usePhotoAnnouncement(facts)
  return (
    <>
      <LiveRegion>{announcement}</LiveRegion>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[216px_minmax(0,1fr)]">
        <PhotoList
          facts={facts}
          openType={openType}
          isRequested={requestedType !== undefined}
          buildUrl={buildUrl}
          onOpen={navigateTo}
        />
        <div className={classNames('grid gap-4', !requestedType && 'max-lg:hidden')}>
          <DocumentLink href={buildUrl()} className="lg:hidden" onNavigate={() => navigateTo()}>
            <BackIcon />
            {t('back')}
          </DocumentLink>
          <PhotoPanel
            source={source}
            type={openType}
            tool={tool}
            onOpen={openTool}
            heading={heading}
            isDraggingOver={isDraggingOver}
            onPhoneClick={phoneDialog.open}
            nextLink={
              nextType && (
                <DocumentLink
                  href={buildUrl(nextType)}
                  variant="secondary"
                  className="w-full"
                  onNavigate={() => navigateTo(nextType)}
                >
                  {t('next', { title: t(`${nextType}.title`) })}
                  <ChevronEndIcon />
                </DocumentLink>
              )
            }
          />
        </div>
      </div>
      <PrivacyNote days={source.photoDays} />
      {children}
      {phoneDialog.dialog}
    </>
  )
}

interface DocumentLinkProps {
  href: string
  variant?: 'link' | 'secondary'
  className?: string
  onNavigate: () => void
  children: ReactNode
}

/** Link to another photo, followed without a page load. */
function DocumentLink({
  href,
  variant = 'link',
  className,
  onNavigate,
  children,
}: DocumentLinkProps) {
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onNavigate()
  }
  return (
    <a
      href={`/checkouts${href}`}
      onClick={handleClick}
      className={classNames(
        buttonClasses({ variant, wide: false }, 'justify-self-start'),
        className,
      )}
    >
      {children}
    </a>
  )
}

function PrivacyNote({ days }: { days: PhotoSource['photoDays'] }) {
  const { t } = useTranslation('photos')
  const formatDays = (count: number) => t('privacy.days', { count })
  return (
    <p className="flex gap-2 px-1 text-ink-2 text-sm">
      <LockIcon className="mt-0.5 size-4" />
      <span className="min-w-0">
        {t('privacy.text', { paid: formatDays(days.paid), abandoned: formatDays(days.abandoned) })}
      </span>
    </p>
  )
}

/** Preloads the face detection, because a selfie is checked immediately. */
function usePrepareFaceCheck(isNeeded: boolean, requestedType: DocumentType | undefined): void {
  useEffect(() => {
    if (!isNeeded || !isDocumentVisible(requestedType)) return
    import('@/client/photos/face-detection').then(
      ({ prepareFaceCheck }) => prepareFaceCheck(),
      // The studio loads it, too.
      () => undefined,
    )
  }, [isNeeded, requestedType])
}

/** The dialog for a phone; it and its texts load on demand. */
function usePhoneDialog({ handoff, images }: PhotoSource, type: DocumentType, onError: () => void) {
  const { i18n } = useTranslation()
  const [Dialog, setDialog] = useState<ComponentType<PhoneDialogProps>>()
  if (!handoff) return { open: undefined, dialog: null }
  const openDialog = async () => {
    try {
      const [{ PhoneDialog }] = await Promise.all([
        import('@/features/photos/phone-dialog'),
        loadNamespace(i18n, 'hand-off'),
      ])
      setDialog(() => PhoneDialog)
      handoff.watch()
    } catch {
      onError()
    }
  }
  return {
    open: () => void openDialog(),
    dialog: Dialog && (
      <Dialog
        handoff={handoff}
        type={type}
        uploadedTypes={documentTypes.filter(type => images.some(image => image.type === type))}
        onClose={() => setDialog(undefined)}
      />
    ),
  }
}

/** The last state change of a photo, for screen readers. */
function usePhotoAnnouncement(facts: PhotoFacts): string {
  const { t } = useTranslation('photos')
  const [announcement, setAnnouncement] = useState('')
  const states = documentTypes.map(type => derivePhotoState(type, facts))
  const previousStates = useRef(states)
  const key = states.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the states
  useEffect(() => {
    const changedIndex = documentTypes.findIndex(
      (_, index) => states[index] !== previousStates.current[index],
    )
    previousStates.current = states
    const type = documentTypes[changedIndex]
    const state = states[changedIndex]
    if (type && state) setAnnouncement(t(`announce.${state}`, { title: t(`${type}.title`) }))
  }, [key])
  return announcement
}

/**
 * Files dropped or pasted anywhere on the page go to the open photo; dropped beside a drop zone
 * they would replace the page. True while a file is dragged over the page.
 */
function useDroppedFiles(isEnabled: boolean, onFile: (file: File) => void): boolean {
  const [isDraggingOver, setDraggingOver] = useState(false)
  const handleFiles = useEffectEvent((files: FileList | undefined) => {
    const file = files?.[0]
    if (file && isEnabled) onFile(file)
  })
  const handleDragOver = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setDraggingOver(isEnabled)
  })
  useEffect(() => {
    // Moving to another element of the page is not leaving it.
    const handleDragLeave = (event: DragEvent) => event.relatedTarget ?? setDraggingOver(false)
    const handleDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDraggingOver(false)
      handleFiles(event.dataTransfer.files)
    }
    const handlePaste = (event: ClipboardEvent) => handleFiles(event.clipboardData?.files)
    window.addEventListener('dragover', handleDragOver)
    window.addEventListener('dragleave', handleDragLeave)
    window.addEventListener('drop', handleDrop)
    window.addEventListener('paste', handlePaste)
    return () => {
      window.removeEventListener('dragover', handleDragOver)
      window.removeEventListener('dragleave', handleDragLeave)
      window.removeEventListener('drop', handleDrop)
      window.removeEventListener('paste', handlePaste)
    }
  }, [])
  return isDraggingOver
}
