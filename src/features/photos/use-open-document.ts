import { useRouter } from 'next/router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { findMissingPhotoTypes, photoPaths } from '@/domain/photos/photo-files'
import type { PhotoSource } from '@/features/photos/photo-source'

/**
 * The open photo: the one in the URL, or the first missing one, which is visible only beside the
 * list.
 */
export function useOpenDocument({ route, images }: PhotoSource) {
  const router = useRouter()
  const { doc, ...otherQuery } = router.query
  const requestedType = documentTypes.find(type => type === doc)
  const [firstMissing] = useState(() => findMissingPhotoTypes(images)[0] ?? documentTypes[0])
  const openType = requestedType ?? firstMissing
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnNavigation(requestedType, heading)
  useTrackVirtualPage(requestedType, openType)

  const buildUrl = (type?: DocumentType): string => {
    const query = { ...(type && { doc: type }), ...otherQuery } as Record<string, string>
    const search = new URLSearchParams(query).toString()
    return search ? `${route}?${search}` : route
  }
  /** Shallow navigation: no page load, and Back opens the previous photo. */
  const navigateTo = (type?: DocumentType) =>
    void router.push(buildUrl(type), undefined, { shallow: true, scroll: false })
  return { openType, requestedType, heading, buildUrl, navigateTo }
}

export const getRowId = (type: DocumentType): string => `photo-${type}`

/** Focuses the opened photo; back in the list, the row it was opened from. */
function useFocusOnNavigation(
  requestedType: DocumentType | undefined,
  heading: RefObject<HTMLHeadingElement | null>,
): void {
  const previousType = useRef(requestedType)
  useEffect(() => {
    const previous = previousType.current
    if (previous === requestedType) return
    previousType.current = requestedType
    const row = previous && document.getElementById(getRowId(previous))
    if (requestedType) heading.current?.focus()
    else row?.focus()
  }, [requestedType, heading])
}

/** Below this width the list and a photo are never visible together. */
const sideBySideQuery = '(min-width: 1024px)'

/** Whether the open photo is visible: requested, or beside the list. */
export const isDocumentVisible = (requestedType: DocumentType | undefined): boolean =>
  requestedType !== undefined || matchMedia(sideBySideQuery).matches

function useTrackVirtualPage(
  requestedType: DocumentType | undefined,
  openType: DocumentType,
): void {
  useEffect(() => {
    if (!isDocumentVisible(requestedType)) return
    track('virtual page', { page: photoPaths[openType] })
  }, [requestedType, openType])
}
