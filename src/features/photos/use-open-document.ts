import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { photoPaths } from '@/domain/photos/photo-files'
import { findNextPhoto, type PhotoFacts } from '@/features/photos/photo-status'

/**
 * The open photo: the one in the URL, or the next missing one, which only desktops open by
 * themselves. The list of photos may be closed.
 */
export function useOpenDocument(route: string, facts: PhotoFacts, isListOpen: boolean) {
  const router = useRouter()
  const { doc, ...otherQuery } = router.query
  const requestedType = documentTypes.find(type => type === doc)
  const [lastTaken, setLastTaken] = useState<DocumentType>()
  const nextType = findNextPhoto(facts, lastTaken)
  const openType = requestedType ?? nextType
  useTrackVirtualPage(isListOpen, requestedType, openType)
  useScrollToRequested(requestedType)

  const buildUrl = (type?: DocumentType): string => {
    const query = { ...(type && { doc: type }), ...otherQuery } as Record<string, string>
    const search = new URLSearchParams(query).toString()
    return search ? `${route}?${search}` : route
  }
  const addedEntry = useRef<unknown>(null)
  /**
   * Shallow navigation: no page load. The page adds one entry to the history for all photos, which
   * Back leaves.
   */
  const navigateTo = async (type?: DocumentType) => {
    const method = readEntryKey() === addedEntry.current ? 'replace' : 'push'
    await router[method](buildUrl(type), undefined, { shallow: true, scroll: false })
    addedEntry.current = readEntryKey()
  }
  /** Opens the photo after one that was taken, and brings it into view. */
  const openNext = (taken: DocumentType) => {
    setLastTaken(taken)
    if (requestedType) void navigateTo()
    const next = findNextPhoto(facts, taken) ?? taken
    requestAnimationFrame(() => {
      document.getElementById(getRowId(next))?.scrollIntoView({ block: 'nearest' })
    })
    restoreFocus(next, getRowId(taken))
  }
  return {
    openType,
    requestedType,
    nextType,
    isListOpen,
    /** Whether the open photo is visible: requested, or opened by a desktop. */
    isOpenVisible: () => isDocumentVisible(isListOpen, requestedType),
    buildUrl,
    navigateTo: (type?: DocumentType) => void navigateTo(type),
    openNext,
  }
}

/**
 * A photo's dialog returns the focus to what opened it, which may be gone by then: the focus goes to
 * a photo's row instead, also from the element with the id `origin`.
 */
export function restoreFocus(type: DocumentType, origin?: string): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement
    if (focused === document.body || focused?.id === origin)
      document.getElementById(getRowId(type))?.focus({ preventScroll: true })
  })
}

export const getRowId = (type: DocumentType): string => `photo-${type}`

/** The router's key of the current entry in the history; a replaced entry retains its key. */
const readEntryKey = (): unknown => history.state?.key

/** A photo that the customer opened is visible as a whole; its row at least, on a small screen. */
function useScrollToRequested(requestedType: DocumentType | undefined): void {
  useEffect(() => {
    const row = requestedType && document.getElementById(getRowId(requestedType))
    if (!row) return
    row.parentElement?.scrollIntoView({ block: 'nearest' })
    row.scrollIntoView({ block: 'nearest' })
  }, [requestedType])
}

/** From this width the next photo is open without a request. */
const desktopQuery = '(min-width: 1024px)'

const isDocumentVisible = (isListOpen: boolean, requestedType: DocumentType | undefined): boolean =>
  isListOpen && (requestedType !== undefined || matchMedia(desktopQuery).matches)

function useTrackVirtualPage(
  isListOpen: boolean,
  requestedType: DocumentType | undefined,
  openType: DocumentType | undefined,
): void {
  useEffect(() => {
    if (!openType || !isDocumentVisible(isListOpen, requestedType)) return
    track('virtual page', { page: photoPaths[openType] })
  }, [isListOpen, requestedType, openType])
}
