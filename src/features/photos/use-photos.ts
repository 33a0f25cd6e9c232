import { track } from '@/client/analytics/track'
import type { DocumentType } from '@/domain/data/document-types'
import { photoPaths } from '@/domain/photos/photo-files'
import type { PhotoSource } from '@/features/photos/photo-source'
import { derivePhotoState, isMissing, type PhotoFacts } from '@/features/photos/photo-status'
import { restoreFocus, useOpenDocument } from '@/features/photos/use-open-document'
import { type CaptureMethod, usePhotoTool } from '@/features/photos/use-photo-tool'

/**
 * The photos of a page, for its list and for the button in its phone bar. `isListOpen` is false
 * while the list is a closed section.
 */
export function usePhotos(source: PhotoSource, isListOpen = true) {
  const tool = usePhotoTool(source)
  const facts: PhotoFacts = {
    images: source.images,
    uploads: source.uploads,
    checking: tool.checkingType,
    errors: tool.allErrors,
  }
  const document = useOpenDocument(source.route, facts, isListOpen)
  const { requestedType, nextType, navigateTo, openNext } = document
  const isRequestedMissing = requestedType && isMissing(derivePhotoState(requestedType, facts))
  const take = async (type: DocumentType, method: CaptureMethod = defaultMethodOf(type)) => {
    // A phone opens the tool without the photo's part of the page.
    const isHidden = !document.isOpenVisible()
    if (isHidden) track('virtual page', { page: photoPaths[type] })
    const isOpen = await tool.open(type, method)
    if (!isOpen && isHidden) navigateTo(type)
  }
  return {
    ...document,
    source,
    tool,
    facts,
    /** The photo that the main button takes; undefined when none is missing. */
    wantedType: isRequestedMissing ? requestedType : nextType,
    take: (type: DocumentType, method?: CaptureMethod) => void take(type, method),
    cancel: () => {
      const type = tool.tool?.type
      tool.close()
      if (type) restoreFocus(type)
    },
    finish: (photo: Parameters<typeof tool.finish>[0]) => {
      const type = tool.tool?.type
      void tool.finish(photo)
      if (type) openNext(type)
    },
  }
}

export type PhotosOfPage = ReturnType<typeof usePhotos>

export const defaultMethodOf = (type: DocumentType): CaptureMethod =>
  type === 'signature' ? 'sign' : 'camera'
