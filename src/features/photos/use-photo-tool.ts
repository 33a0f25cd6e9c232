import { type ComponentType, useState } from 'react'
import { deleteFileHash, readFileHashes, storeFileHash } from '@/client/photos/file-hashes'
import { loadNamespace } from '@/client/texts/load-namespace'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import type { CapturedPhoto, PhotoSource } from '@/features/photos/photo-source'
import { derivePhotoState } from '@/features/photos/photo-status'
import type { SignatureProps } from '@/features/photos/signature/signature-studio'
import type { StudioProps } from '@/features/photos/studio/studio'

/** How a photo is made: with the camera, from a file, or drawn on the screen. */
export type CaptureMethod = 'camera' | 'sign' | File

interface OpenTool {
  type: DocumentType
  method: CaptureMethod
  /** Why its last file cannot be used. */
  refusal?: PhotoErrorCode | undefined
  /** Loaded on first use; undefined until then. */
  Studio?: ComponentType<StudioProps>
  Signature?: ComponentType<SignatureProps>
}

/**
 * Why a tool did not open, or why a file posted without scripts was refused; last part of a text
 * key.
 */
export type PhotoErrors = Partial<Record<DocumentType, PhotoErrorCode | 'openFailed'>>

/** The open tool, one at a time, and the error of the last one. */
export function usePhotoTool(source: PhotoSource) {
  const { i18n } = useTranslation()
  const [tool, setTool] = useState<OpenTool>()
  const [errors, setErrors] = useState<PhotoErrors>(() => readServedErrors(source))

  const showError = (type: DocumentType, error: PhotoErrors[DocumentType]) => {
    setTool(undefined)
    setErrors(previous => ({ ...previous, [type]: error }))
  }
  const clearError = (type: DocumentType) => setErrors(({ [type]: _, ...rest }) => rest)

  /** False if the tool did not load: the photo's part of the page has the error. */
  const open = async (type: DocumentType, method: CaptureMethod): Promise<boolean> => {
    clearError(type)
    setTool({ type, method })
    try {
      const [loadedTool] = await Promise.all([loadTool(method), loadNamespace(i18n, 'studio')])
      setTool(previous => (previous?.method === method ? { ...previous, ...loadedTool } : previous))
      return true
    } catch {
      showError(type, 'openFailed')
      return false
    }
  }

  const finish = async (photo: CapturedPhoto) => {
    if (!tool) return
    setTool(undefined)
    storeFileHash(source.owner, tool.type, photo.fingerprint)
    await source.add(tool.type, photo).catch(() => showError(tool.type, 'openFailed'))
  }

  return {
    tool,
    /** The photo whose chosen file is not refused and not yet used. */
    checkingType: tool?.method instanceof File && !tool.refusal ? tool.type : undefined,
    /** Whether the tool for this photo and method is still loading. */
    isLoading: (type: DocumentType, method: CaptureMethod | 'file') =>
      tool?.type === type &&
      !(tool.Studio ?? tool.Signature) &&
      (method === 'file' ? tool.method instanceof File : tool.method === method),
    errors,
    /** The errors, with the one that the open tool shows. */
    allErrors: tool?.refusal ? { ...errors, [tool.type]: tool.refusal } : errors,
    open,
    finish,
    setRefusal: (refusal: PhotoErrorCode | undefined) =>
      setTool(previous => previous && { ...previous, refusal }),
    showError,
    clearError,
    close: () => setTool(undefined),
    /** Fingerprints of the other photos. */
    otherFingerprints: tool ? listOtherFingerprints(source, tool.type) : [],
    /** A deleted photo must not count as a duplicate. */
    deleteFingerprint: (type: DocumentType) => deleteFileHash(source.owner, type),
  }
}

async function loadTool(method: CaptureMethod): Promise<Pick<OpenTool, 'Studio' | 'Signature'>> {
  if (method === 'sign') {
    const module = await import('@/features/photos/signature/signature-studio')
    return { Signature: module.default }
  }
  const module = await import('@/features/photos/studio/studio')
  return { Studio: module.default }
}

/** Only of photos that still exist: another device may have deleted one. */
function listOtherFingerprints(
  { owner, images, uploads }: PhotoSource,
  type: DocumentType,
): string[] {
  const fingerprints = readFileHashes(owner)
  return documentTypes
    .filter(otherType => otherType !== type)
    .filter(
      otherType => !['none', 'rejected'].includes(derivePhotoState(otherType, { images, uploads })),
    )
    .flatMap(otherType => fingerprints[otherType] ?? [])
}

function readServedErrors({ issues }: PhotoSource): PhotoErrors {
  return Object.fromEntries(
    issues.map(({ field, message }) => [field, message.replace(/^photo\./, '')]),
  )
}
