import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, useState } from 'react'
import { dropPrint, keepPrint, keptPrints } from '@/client/photos/file-hashes'
import { loadTexts } from '@/client/texts/load-namespace'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import type { PhotoWrong } from '@/domain/photos/photo-files'
import type { TakenPhoto } from '@/features/photos/captured-photo'
import type { PhotoDesk } from '@/features/photos/photo-source'
import { photoStateOf } from '@/features/photos/photo-status'
import type { SignatureProps } from '@/features/photos/signature/signature-studio'
import type { StudioProps } from '@/features/photos/studio/studio'

/** How a photo is made: with the camera, from a file, or by hand on the screen. */
export type Job = 'camera' | 'sign' | File

interface OpenTool {
  type: DocumentType
  job: Job
  /** Loaded when it is first needed; undefined until then. */
  Studio?: ComponentType<StudioProps>
  Signature?: ComponentType<SignatureProps>
}

/** Why a press led to nothing, or a file that was sent without scripts; the last part of a text's key. */
export type Refused = Partial<Record<DocumentType, PhotoWrong | 'openFailed'>>

/** The tool that is open, one at a time, and what came of the last one. */
export function usePhotoTool(desk: PhotoDesk) {
  const { i18n } = useTranslation()
  const [tool, setTool] = useState<OpenTool>()
  const [refused, setRefused] = useState<Refused>(() => servedIssues(desk))

  const refuse = (type: DocumentType, why: Refused[DocumentType]) => {
    setTool(undefined)
    setRefused(before => ({ ...before, [type]: why }))
  }
  const forgive = (type: DocumentType) => setRefused(({ [type]: _, ...others }) => others)

  const open = async (type: DocumentType, job: Job) => {
    forgive(type)
    setTool({ type, job })
    try {
      const [loaded] = await Promise.all([load(job), loadTexts(i18n, 'studio')])
      setTool(before => (before?.job === job ? { ...before, ...loaded } : before))
    } catch {
      refuse(type, 'openFailed')
    }
  }

  const done = async (photo: TakenPhoto) => {
    if (!tool) return
    setTool(undefined)
    keepPrint(desk.owner, tool.type, photo.fingerprint)
    await desk.add(tool.type, photo).catch(() => refuse(tool.type, 'openFailed'))
  }

  return {
    tool,
    isLoaded: Boolean(tool?.Studio ?? tool?.Signature),
    refused,
    open,
    done,
    refuse,
    forgive,
    close: () => setTool(undefined),
    /** What the other photos here were made of. */
    others: tool ? printsOfOthers(desk, tool.type) : [],
    /** A photo that is gone is like no other. */
    forget: (type: DocumentType) => dropPrint(desk.owner, type),
  }
}

export type PhotoTool = ReturnType<typeof usePhotoTool>

async function load(job: Job): Promise<Pick<OpenTool, 'Studio' | 'Signature'>> {
  if (job === 'sign') {
    const module = await import('@/features/photos/signature/signature-studio')
    return { Signature: module.default }
  }
  const module = await import('@/features/photos/studio/studio')
  return { Studio: module.default }
}

/** Only of those that are there: another device may have taken one away. */
function printsOfOthers({ owner, images, uploads }: PhotoDesk, type: DocumentType): string[] {
  const prints = keptPrints(owner)
  return documentTypes
    .filter(one => one !== type)
    .filter(one => !['none', 'rejected'].includes(photoStateOf(one, { images, uploads })))
    .flatMap(one => prints[one] ?? [])
}

function servedIssues({ issues }: PhotoDesk): Refused {
  return Object.fromEntries(
    issues.map(({ field, message }) => [field, message.replace(/^photo\./, '')]),
  )
}
