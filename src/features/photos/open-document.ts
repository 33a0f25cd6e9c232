import { useRouter } from 'next/router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import { missingPhotos, photoPaths } from '@/domain/photos/photo-files'
import type { PhotoDesk } from '@/features/photos/photo-source'

/** Which photo is open: the one the address names, else, where there is room beside the list, the first missing. */
export function useOpenDocument({ route, images }: PhotoDesk) {
  const router = useRouter()
  const { doc, ...along } = router.query
  const asked = documentTypes.find(type => type === doc)
  const [first] = useState(() => missingPhotos(images)[0] ?? documentTypes[0])
  const open = asked ?? first
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnTurn(asked, heading)
  useVirtualPage(asked, open)

  const addressOf = (type?: DocumentType): string => {
    const query = { ...(type && { doc: type }), ...along } as Record<string, string>
    const search = new URLSearchParams(query).toString()
    return search ? `${route}?${search}` : route
  }
  /** Without loading anything anew: Back leads to the photo before. */
  const turnTo = (type?: DocumentType) =>
    void router.push(addressOf(type), undefined, { shallow: true, scroll: false })
  return { open, asked, heading, addressOf, turnTo }
}

export const rowId = (type: DocumentType): string => `photo-${type}`

/** Reading goes on at what was opened; back in the list, where it was left. */
function useFocusOnTurn(
  asked: DocumentType | undefined,
  heading: RefObject<HTMLHeadingElement | null>,
): void {
  const before = useRef(asked)
  useEffect(() => {
    const left = before.current
    if (left === asked) return
    before.current = asked
    const row = left && document.getElementById(rowId(left))
    if (asked) heading.current?.focus()
    else row?.focus()
  }, [asked, heading])
}

/** Below this width the list and a photo are never seen together. */
const besideEachOther = '(min-width: 1024px)'

/** Whether the open photo is on the screen: asked for, or beside the list. */
export const isSeen = (asked: DocumentType | undefined): boolean =>
  asked !== undefined || matchMedia(besideEachOther).matches

function useVirtualPage(asked: DocumentType | undefined, open: DocumentType): void {
  useEffect(() => {
    if (!isSeen(asked)) return
    track('virtual page', { page: photoPaths[open] })
  }, [asked, open])
}
