import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import { stepById } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'
import { mostPhotoBytes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { edit, read } from '@/server/checkout/checkout-service'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { addressOf, isSameOrigin } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import type { PhotoForm } from '@/server/photos/multipart-form'
import { refuseClosed } from '@/server/photos/photo-access'
import { issueOf } from '@/server/photos/photo-errors'
import { keep, takeOff } from '@/server/photos/save-photo'
import { countUpload, pictures, withForm } from '@/server/photos/upload'

/** What became of photos that the browser has posted by itself. */
export interface PostedPhotos {
  checkout: WireCheckout
  /** By the field of the photo, which is its type. */
  issues: FieldIssue[]
  /** The customer goes on to the next step; else the page is shown again. */
  isDone: boolean
}

/** What a page's form asks besides the photos, and the step it leads to. */
interface Page {
  /** Keeps the other answers, and says what is wrong with them. */
  answers: (form: URLSearchParams) => Promise<FieldIssue[]>
  next: number
}

const photosAlone: Page = { answers: async () => [], next: stepById('upload-photos').number + 1 }

/** A page's form may ask for everything, with a field for each destination. */
const mostFields = 100

/** Whether a request posts files, and not only answers. */
export const postsFiles = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

/** A page without scripts cannot warn of a photo that is too large: it is let in, to be told which one it is. */
const pageBytes = 2 * documentTypes.length * mostPhotoBytes

/**
 * Takes the photos of a page's own form: a file field for each type, named as the type. Good ones are kept
 * though others are wrong. `remove` names a photo to take away; `next` is the type of the photo that
 * was to be sent, to look at the page again, or `stay` for the same without one, `later` to go on and send the rest after paying; without it, what is missing is told.
 */
export async function takePhotos(
  backend: Backend,
  token: string,
  request: IncomingMessage,
  page: Page = photosAlone,
): Promise<PostedPhotos> {
  if (!isSameOrigin(request)) throw new Failure('origin')
  const { row } = await stored(backend, token)
  refuseClosed(row)
  const address = addressOf(request, backend.env.trustedProxies)
  const refused = await issuesOf(() => countUpload(backend, row, address), documentTypes[0])
  if (refused.length > 0) return goOn(backend, token, refused, { next: 'stay', step: page.next })
  const wanted = { names: documentTypes, mostBytes: pageBytes, mostFields }
  return withForm(backend, { request, address }, wanted, async form => {
    const issues = await takeEach(backend, row, form)
    const removed = form.fields.get('remove')
    if (removed) await takeOff(backend, row.id, removed).catch(unlessGone)
    const next = form.fields.get('next')
    const meant = documentTypes.find(type => type === next)
    if (meant && !removed && !form.files.has(meant)) issues.push(issueOf('missing', meant))
    const others = await page.answers(form.answers)
    // To send a photo is not to say that the rest is right.
    if (removed || meant) return goOn(backend, token, issues, { next: 'stay', step: page.next })
    return goOn(backend, token, [...others, ...issues], { next, step: page.next })
  })
}

async function takeEach(
  backend: Backend,
  { id }: CheckoutRow,
  { files }: PhotoForm,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const type of documentTypes) {
    const file = files.get(type)
    if (!file) continue
    const take = async () => keep(backend, id, posted(type), await pictures({ field: type, file }))
    issues.push(...(await issuesOf(take, type)))
  }
  return issues
}

const posted = (type: DocumentType) => ({
  type,
  id: undefined,
  needsReview: false,
  key: undefined,
})

/** What is wrong with a photo; anything else that goes wrong is not about it. */
async function issuesOf(work: () => Promise<unknown>, type: DocumentType): Promise<FieldIssue[]> {
  try {
    await work()
    return []
  } catch (error) {
    const issues = error instanceof Failure ? error.particulars.issues : undefined
    if (!issues) throw error
    return issues.map(issue => ({ ...issue, field: type }))
  }
}

async function goOn(
  backend: Backend,
  token: string,
  wrong: FieldIssue[],
  { next, step }: { next: string | undefined; step: number },
): Promise<PostedPhotos> {
  const now = await read(backend, { params: { token } })
  if (now.status !== 'processing' || next === 'stay')
    return { checkout: now, issues: wrong, isDone: false }
  const isLater = next === 'later' || now.state.approval_documents.add_later
  const issues = isLater ? wrong : [...wrong, ...missing(now, wrong)]
  if (issues.length > 0) return { checkout: now, issues, isDone: false }
  const checkout = await edit(backend, token, () => ({
    ...(isLater && { approval_documents: { add_later: true } }),
    step,
  }))
  return { checkout, issues, isDone: true }
}

const missing = ({ state }: WireCheckout, wrong: FieldIssue[]): FieldIssue[] =>
  documentTypes
    .filter(type => !state.approval_documents.images.some(image => image.type === type))
    .filter(type => !wrong.some(({ field }) => field === type))
    .map(type => issueOf('missing', type))

function unlessGone(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}
