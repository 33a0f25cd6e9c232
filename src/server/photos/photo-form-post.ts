import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import { findStep } from '@/domain/checkout/steps'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import type { FieldIssue } from '@/domain/input/field-issue'
import { maxPhotoBytes } from '@/domain/photos/image-format'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import { assertNotClosed, loadCheckout } from '@/server/checkout/checkout-repository'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { isSameOrigin, resolveClientAddress } from '@/server/http/request'
import { ApiError, readIssues } from '@/server/infra/api-error'
import type { PhotoForm } from '@/server/photos/multipart-form'
import { ignoreApiError, toPhotoIssue } from '@/server/photos/photo-errors'
import { deletePhoto, savePhoto } from '@/server/photos/photo-repository'
import { countUpload, encodePictures, withForm } from '@/server/photos/upload'

/** The result of photos posted by a plain form. */
interface PhotoPostResult {
  checkout: WireCheckout
  /** By the photo's field, which is its type. */
  issues: FieldIssue[]
  /** True: the customer continues to the next step. False: the page is shown again. */
  isDone: boolean
}

/** The other questions of a page's form, and the step it leads to. */
interface PhotoFormPage {
  /** Saves the other answers and returns their issues. */
  answers: (form: URLSearchParams) => Promise<FieldIssue[]>
  next: number
}

const photosOnlyPage: PhotoFormPage = {
  answers: async () => [],
  next: findStep('upload-photos').number + 1,
}

/** A page's form may contain all questions, with a field per destination. */
const maxFields = 100

/** Whether a request posts files. */
export const isMultipartRequest = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

/**
 * Without scripts a page cannot warn of a large photo: its form is accepted, so that the response
 * can name the photo.
 */
const maxPageBytes = 2 * documentTypes.length * maxPhotoBytes

/**
 * Saves the photos of a page's own form, with a file field per type, named as the type. Valid
 * photos are saved even if others are not. `remove` is the id of a photo to delete. `next` is the
 * type of the photo to send and shows the page again; `stay` shows it again without a type; `later`
 * continues, with the rest to be sent after the payment. Without `next`, missing photos are issues.
 * Throws `origin` for a cross-origin post and `closed` or `refunded` for an order
 * that takes no more photos.
 */
export async function submitPhotos(
  backend: Backend,
  token: string,
  request: IncomingMessage,
  page: PhotoFormPage = photosOnlyPage,
): Promise<PhotoPostResult> {
  if (!isSameOrigin(request, backend.env.trustedProxies)) throw new ApiError('origin')
  const { row } = await loadCheckout(backend, token)
  await assertNotClosed(backend.db, row)
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
    // Sending a photo does not submit the other answers, so their issues are not shown.
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
      savePhoto(
        backend,
        id,
        { type, needsReview: false },
        await encodePictures({ field: type, file }),
      )
    issues.push(...(await collectIssues(save, type)))
  }
  return issues
}

/** The issues of a photo; other errors are rethrown. */
async function collectIssues(
  task: () => Promise<unknown>,
  type: DocumentType,
): Promise<FieldIssue[]> {
  try {
    await task()
    return []
  } catch (error) {
    return readIssues(error).map(issue => ({ ...issue, field: type }))
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
  findMissingPhotoTypes(state.approval_documents.images)
    .filter(type => !knownIssues.some(({ field }) => field === type))
    .map(type => toPhotoIssue('missing', type))
