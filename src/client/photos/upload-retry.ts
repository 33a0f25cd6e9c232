import { CallFailure } from '@/client/api/api-client'
import type { KeptPhoto } from '@/client/photos/pending-photos-db'
import type { SentPhoto } from '@/client/photos/upload-photo'
import type { PhotoHolder, QueueTools } from '@/client/photos/upload-queue-types'
import type { UploadState } from '@/client/store/upload-state'
import { type PhotoWrong, photoWrongs } from '@/domain/photos/photo-files'

/** Waits between the attempts to send a photo. */
const waitsMs = [1_000, 2_000, 4_000]

/** What became of a photo: it was sent, has to wait, was refused, was stopped, or its order is gone. */
export type Outcome =
  | UploadState
  | { state: 'sent'; photo: SentPhoto }
  | { state: 'stopped' | 'gone' }

interface Attempts {
  holder: PhotoHolder
  tools: QueueTools
  signal: AbortSignal
  onProgress: (percent: number) => void
}

/** Sends a photo, again after a while where that may help. */
export async function attemptsAt(photo: KeptPhoto, attempts: Attempts): Promise<Outcome> {
  const { tools, signal } = attempts
  for (const waitMs of [...waitsMs, undefined]) {
    if (navigator.onLine === false) return { state: 'offline' }
    try {
      return { state: 'sent', photo: await sendOnce(photo, attempts) }
    } catch (error) {
      if (signal.aborted) return stoppedBy(signal)
      const outcome = outcomeOf(error)
      if (outcome) return outcome
      if (waitMs === undefined) return { state: 'failed', wrong: wrongOf(error) }
      await tools.rest(waitMs, signal)
      if (signal.aborted) return stoppedBy(signal)
    }
  }
  return { state: 'failed', wrong: null }
}

async function sendOnce(
  photo: KeptPhoto,
  { holder, tools, signal, onProgress }: Attempts,
): Promise<SentPhoto> {
  const sending = { signal, onProgress: (percent: number) => signal.aborted || onProgress(percent) }
  const replaces = holder.images().find(image => image.type === photo.type)?.id
  const sent = { ...photo, checkout: holder.checkout() }
  sending.onProgress(0)
  if (replaces === undefined) return tools.upload({ ...sent, replaces }, sending)
  try {
    return await tools.upload({ ...sent, replaces }, sending)
  } catch (error) {
    // It was taken away in another tab: then there is nothing to replace.
    if (!isNotFound(error) || signal.aborted) throw error
    return tools.upload({ ...sent, replaces: undefined }, sending)
  }
}

const stoppedBy = ({ reason }: AbortSignal): Outcome => ({
  state: reason === 'offline' ? 'offline' : 'stopped',
})

/** What ends the attempts: the server will never take this photo, or wants no more for now. */
function outcomeOf(error: unknown): Outcome | undefined {
  if (!(error instanceof CallFailure)) throw error
  const { kind, status, code } = error
  if (code === 'not_found' || code === 'closed') return { state: 'gone' }
  if (code === 'rate_limited') return { state: 'failed', wrong: 'quota' }
  if (status === 413) return { state: 'rejected', wrong: wrongOf(error) ?? 'large' }
  if (kind === 'refused' && status === 422)
    return { state: 'rejected', wrong: wrongOf(error) ?? 'broken' }
  return undefined
}

/** What the server has named in its refusal. */
function wrongOf(error: unknown): PhotoWrong | null {
  const issues = error instanceof CallFailure ? (error.refusal.issues ?? []) : []
  const named = issues.map(({ message }) => message.replace(/^photo\./, ''))
  return photoWrongs.find(wrong => named.includes(wrong)) ?? null
}

/** Whether the server knows nothing of it. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CallFailure && error.code === 'not_found'
