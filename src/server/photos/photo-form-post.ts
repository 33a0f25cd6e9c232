import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import { findStep } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'
import { maxPhotoBytes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { isSameOrigin, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import type { PhotoForm } from '@/server/photos/multipart-form'
import { assertNotClosed } from '@/server/photos/photo-access'
import { toPhotoIssue } from '@/server/photos/photo-errors'
import { deletePhoto, savePhoto } from '@/server/photos/save-photo'
import { countUpload, encodePictures, withForm } from '@/server/photos/upload'

/** What became of photos that the browser has posted by itself. */
export interface PhotoPostResult {
  checkout: WireCheckout
  /** By the field of the photo, which is its type. */
  issues: FieldIssue[]
  /** The customer goes on to the next step; else the page is shown again. */
  isDone: boolean
}

/** What a page's form asks besides the photos, and the step it leads to. */
interface PhotoFormPage {
  /** Keeps the other answers, and says what is wrong with them. */
  answers: (form: URLSearchParams) => Promise<FieldIssue[]>
  next: number
}

const photosOnlyPage: PhotoFormPage = {
  answers: async () => [],
  next: findStep('upload-photos').number + 1,
}

/** A page's form may ask for everything, with a field for each destination. */
const maxFields = 100

/** Whether a request posts files, and not only answers. */
export const isMultipartRequest = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

/** A page without scripts cannot warn of a photo that is too large: it is let in, to be told which one it is. */
const maxPageBytes = 2 * documentTypes.length * maxPhotoBytes

/**
 * Takes the photos of a page's own form: a file field for each type, named as the type. Good ones are kept
 * though others are wrong. `remove` names a photo to take away; `next` is the type of the photo that
 * was to be sent, to look at the page again, or `stay` for the same without one, `later` to go on and send the rest after paying; without it, what is missing is told.
 */
export async function submitPhotos(
  backend: Backend,
  token: string,
  request: IncomingMessage,
  page: PhotoFormPage = photosOnlyPage,
): Promise<PhotoPostResult> {
  if (!isSameOrigin(request)) throw new ApiError('origin')
  const { row } = await loadCheckout(backend, token)
  assertNotClosed(row)
  const address = resolveClientAddress(request, backend.env.trustedProxies)
  const quotaIssues = await collectIssues(
    () => countUpload(backend, row, address),
    documentTypes[0],
  )
  if (quotaIssues.length > 0)
    return advance(backend, token, quotaIssues, { next: 'stay', step: page.next })
  const formOptions = { names: documentTypes, maxBytes: maxPageBytes, maxFields }
  return withForm(backend, { request, address }, formOptions, async form => {
    const issues = await savePhotos(backend, row, form)
    const removedId = form.fields.get('remove')
    if (removedId) await deletePhoto(backend, row.id, removedId).catch(ignoreApiError)
    const next = form.fields.get('next')
    const requestedType = documentTypes.find(type => type === next)
    if (requestedType && !removedId && !form.files.has(requestedType))
      issues.push(toPhotoIssue('missing', requestedType))
    const answerIssues = await page.answers(form.answers)
    // To send a photo is not to say that the rest is right.
    if (removedId || requestedType)
      return advance(backend, token, issues, { next: 'stay', step: page.next })
    return advance(backend, token, [...answerIssues, ...issues], { next, step: page.next })
  })
}

async function savePhotos(
  backend: Backend,
  { id }: CheckoutRow,
  { files }: PhotoForm,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const type of documentTypes) {
    const file = files.get(type)
    if (!file) continue
    const save = async () =>
      savePhoto(backend, id, toPhotoDetails(type), await encodePictures({ field: type, file }))
    issues.push(...(await collectIssues(save, type)))
  }
  return issues
}

const toPhotoDetails = (type: DocumentType) => ({
  type,
  id: undefined,
  needsReview: false,
  key: undefined,
})

/** What is wrong with a photo; anything else that goes wrong is not about it. */
async function collectIssues(
  task: () => Promise<unknown>,
  type: DocumentType,
): Promise<FieldIssue[]> {
  try {
    await task()
    return []
  } catch (error) {
    const issues = error instanceof ApiError ? error.details.issues : undefined
    if (!issues) throw error
    return issues.map(issue => ({ ...issue, field: type }))
  }
}

async function advance(
  backend: Backend,
  token: string,
  knownIssues: FieldIssue[],
  { next, step }: { next: string | undefined; step: number },
): Promise<PhotoPostResult> {
  const currentCheckout = await getCheckout(backend, { params: { token } })
  if (currentCheckout.status !== 'processing' || next === 'stay')
    return { checkout: currentCheckout, issues: knownIssues, isDone: false }
  const isLater = next === 'later' || currentCheckout.state.approval_documents.add_later
  const issues = isLater
    ? knownIssues
    : [...knownIssues, ...listMissingIssues(currentCheckout, knownIssues)]
  if (issues.length > 0) return { checkout: currentCheckout, issues, isDone: false }
  const checkout = await updateCheckout(backend, token, () => ({
    ...(isLater && { approval_documents: { add_later: true } }),
    step,
  }))
  return { checkout, issues, isDone: true }
}

const listMissingIssues = ({ state }: WireCheckout, knownIssues: FieldIssue[]): FieldIssue[] =>
  documentTypes
    .filter(type => !state.approval_documents.images.some(image => image.type === type))
    .filter(type => !knownIssues.some(({ field }) => field === type))
    .map(type => toPhotoIssue('missing', type))

function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
