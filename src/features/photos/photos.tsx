import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { NextPhotoButton } from '@/features/photos/next-photo-button'
import type { PhoneDialogProps } from '@/features/photos/phone-dialog'
import { PhotoList } from '@/features/photos/photo-list'
import { PhotoPanel } from '@/features/photos/photo-panel'
import type { PhotoSource } from '@/features/photos/photo-source'
import { derivePhotoState, type PhotoFacts } from '@/features/photos/photo-status'
import type { PhotosOfPage } from '@/features/photos/use-photos'
import { LockIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'

interface PhotosProps {
  photos: PhotosOfPage
  /** The phone's bar has the main button; otherwise the list has one on phones. */
  hasBar?: boolean
  /** The list is in a section that has a border and a heading. */
  isInSection?: boolean
  /** Rendered under the photos: the way to continue. */
  children: ReactNode
}

/** The four photos in one list, with the tool that takes one. */
export function Photos({ photos, hasBar = false, isInSection = false, children }: PhotosProps) {
  const { source, tool, facts, openType, requestedType } = photos
  const phoneType = openType ?? documentTypes[0]
  const phoneDialog = usePhoneDialog(source, phoneType, () =>
    tool.showError(phoneType, 'openFailed'),
  )
  const isDraggingOver = useDroppedFiles(!tool.tool && openType !== undefined, file => {
    if (openType) photos.take(openType, file)
  })
  usePrepareFaceCheck(
    openType === 'profile' && !facts.images.some(({ type }) => type === openType),
    photos,
  )
  const announcement = usePhotoAnnouncement(facts)
  return (
    <>
      <LiveRegion>{announcement}</LiveRegion>
      <PhotoList
        photos={photos}
        isInSection={isInSection}
        isDraggingOver={isDraggingOver}
        panel={
          openType && (
            <PhotoPanel
              key={openType}
              photos={photos}
              type={openType}
              hasBar={hasBar}
              onPhoneClick={phoneDialog.open}
            />
          )
        }
      />
      {!hasBar && !requestedType && (
        <NextPhotoButton photos={photos} variant="secondary" className="lg:hidden" />
      )}
      <OpenTool photos={photos} />
      {children}
      <PrivacyNote days={source.photoDays} />
      {phoneDialog.dialog}
    </>
  )
}

/** The photo tool in use, once loaded. */
function OpenTool({ photos: { tool, source, finish, cancel } }: { photos: PhotosOfPage }) {
  if (!tool.tool) return null
  const { Studio, Signature, type, method } = tool.tool
  const handlers = { onRefusal: tool.setRefusal, onDone: finish, onCancel: cancel }
  if (Signature) return <Signature driver={source.driver} {...handlers} />
  if (!Studio || method === 'sign') return null
  return (
    <Studio
      type={type}
      start={method}
      firstName={source.driver.firstName}
      otherFingerprints={tool.otherFingerprints}
      {...handlers}
    />
  )
}

function PrivacyNote({ days: { paid, abandoned } }: { days: PhotoSource['photoDays'] }) {
  const { t } = useTranslation('photos')
  const formatDays = (count: number) => t('privacy.days', { count })
  return (
    <p className="flex gap-3 px-2 text-ink-2 text-sm">
      <LockIcon className="text-accent" />
      <span className="min-w-0">
        {abandoned === undefined
          ? t('privacy.ordered', { paid: formatDays(paid) })
          : t('privacy.text', { paid: formatDays(paid), abandoned: formatDays(abandoned) })}
      </span>
    </p>
  )
}

/**
 * Preloads the face detection where the hints are read, because a selfie is checked immediately.
 * The list of a phone does not: the camera loads it while the customer aims.
 */
function usePrepareFaceCheck(
  isNeeded: boolean,
  { isListOpen, requestedType, isOpenVisible }: PhotosOfPage,
): void {
  const isHintRead = useEffectEvent(isOpenVisible)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request and the opened list make a photo visible
  useEffect(() => {
    if (!isNeeded || !isHintRead()) return
    import('@/client/photos/face-detection').then(
      ({ prepareFaceCheck }) => prepareFaceCheck(),
      // The studio loads it, too.
      () => undefined,
    )
  }, [isNeeded, isListOpen, requestedType])
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
