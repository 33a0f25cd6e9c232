import { act, screen, waitFor, within } from '@testing-library/react'
import router from 'next/router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import type { PhotoUpload } from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { findStep } from '@/domain/checkout/steps'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import { photoPaths } from '@/domain/photos/photo-files'
import { CheckoutPhotos, usePhotosAction, useStepPhotos } from '@/features/photos/checkout-photos'
import { StickyBar } from '@/ui/sticky-bar'
import { emulateDesktop } from '../../../tests/support/dom-setup'
import { renderPart } from '../../../tests/support/render-part'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

// The upload queue is not part of the page and has its own tests.
const queue = vi.hoisted(() => ({
  resume: vi.fn(async () => undefined),
  add: vi.fn(async () => undefined),
  cancel: vi.fn(async (_: string) => undefined),
  retry: vi.fn((_: string) => undefined),
}))
vi.mock('@/client/photos/checkout-upload-queue', () => ({ getCheckoutQueue: () => queue }))
// Loads a face detection model.
vi.mock('@/client/photos/face-detection', () => ({ prepareFaceCheck: () => undefined }))

const { route } = findStep('upload-photos')
let trackedEvents: { event: string; page?: string }[]

beforeEach(() => {
  router.query = {}
  trackedEvents = []
  analyticsSink.events = trackedEvents as never
  for (const call of Object.values(queue)) call.mockClear()
})

const buildImage = (type: DocumentType, parts: Partial<ApprovalImage> = {}): ApprovalImage => ({
  id: `id-of-${type}`,
  type,
  revision: 1,
  needs_review: false,
  ...parts,
})
const buildUpload = (state: PhotoUpload['state'], parts: object = {}) =>
  ({ picture: null, wrong: null, percent: 40, state, ...parts }) as PhotoUpload

interface PhotosSetup {
  /** The photo that the URL names. */
  doc?: DocumentType
  images?: ApprovalImage[]
  uploads?: Partial<Record<DocumentType, PhotoUpload>>
  issues?: { field: string; message: string }[]
  status?: 'paid'
}

/** The step with its phone bar. */
function PhotoStep() {
  const photos = useStepPhotos()
  const { form, label, button } = usePhotosAction(photos)
  return (
    <>
      <CheckoutPhotos photos={photos} />
      <StickyBar label="bar" form={form} button={button}>
        {label}
      </StickyBar>
    </>
  )
}

/** Step 2 of a customer with these photos. */
function openPhotos({ doc, images = [], uploads = {}, issues = [], status }: PhotosSetup = {}) {
  if (doc) router.query = { doc }
  const push = vi.spyOn(router, 'push')
  const replace = vi.spyOn(router, 'replace')
  const part = renderPart(<PhotoStep />, {
    issues,
    checkout: {
      ...(status && { status }),
      state: { ...completeCheckout, step: 2, approval_documents: { add_later: false, images } },
    },
  })
  const setUploads = (nextUploads: typeof uploads) =>
    act(() => part.store.setState({ uploads: { ...nextUploads } }))
  setUploads(uploads)
  /** Shows the page with this query. */
  const goTo = (query: Record<string, string>) => {
    router.query = query
    setUploads(part.store.getState().uploads)
  }
  for (const navigate of [push, replace])
    navigate.mockImplementation(async (address: unknown) => {
      if (String(address).startsWith(route))
        goTo(Object.fromEntries(new URL(String(address), 'https://shop.example').searchParams))
      return true
    })
  const panel = () => document.getElementById('photo-open') as HTMLElement
  const row = (type: DocumentType) => document.getElementById(`photo-${type}`) as HTMLElement
  return {
    ...part,
    push,
    replace,
    setUploads,
    goTo,
    panel,
    row,
    isOpen: (type: DocumentType) => {
      expect(row(type).nextElementSibling).toBe(panel())
      expect(row(type).getAttribute('aria-current')).toBe('step')
    },
    readRow: (type: DocumentType) =>
      row(type)
        .textContent?.replace(translate(`photos:${type}.short`), '')
        .replace(translate('photos:there.change'), ''),
    bar: () => screen.getByRole('region', { name: 'bar' }),
    press: (key: string) =>
      part.user.click(within(panel()).getByRole('button', { name: translate(`photos:${key}`) })),
    input: () => panel().querySelector('input[type=file]') as HTMLInputElement,
    pressContinue: (key: string) =>
      part.user.click(
        screen.getAllByRole('button', { name: translate(`photos:${key}`) })[0] as HTMLElement,
      ),
  }
}

it.each([
  [undefined, /90 days after .* \(30 days if you don’t order\)/],
  ['paid', /90 days after we send your permit\.$/],
] as const)('photos are deleted after the days of the order (%s)', (status, text) => {
  openPhotos({ ...(status && { status }) })
  expect(screen.getByText(text)).toBeTruthy()
})

const formatState = (key: string) => translate(`photos:state.${key}`, { percent: 40 })
const formatLine = (type: DocumentType) => translate(`photos:${type}.line`)
const makeFile = (name: string, content: string, type: string) =>
  new File([content], name, { type })

describe('the list', () => {
  it('shows the state of each photo', () => {
    const { readRow, setUploads } = openPhotos({
      images: [buildImage('profile'), buildImage('license_front', { needs_review: true })],
      uploads: { license_back: buildUpload('uploading') },
    })
    expect(documentTypes.map(readRow)).toEqual([
      ...['added', 'review', 'uploading'].map(formatState),
      formatLine('signature'),
    ])
    expect(screen.getByText(translate('photos:list.added', { added: 2, total: 4 }))).toBeTruthy()
    setUploads({
      profile: buildUpload('waiting'),
      license_front: buildUpload('offline'),
      license_back: buildUpload('failed'),
      signature: buildUpload('rejected', { wrong: 'broken' }),
    })
    expect(documentTypes.map(readRow)).toEqual(
      ['waiting', 'offline', 'failed', 'rejected'].map(formatState),
    )
  })

  it('opens one photo at a time in its place, its row closes it, and one Back is enough', async () => {
    const { user, row, isOpen, goTo, push, replace } = openPhotos()
    isOpen('profile')
    await user.click(row('license_back'))
    isOpen('license_back')
    expect(document.activeElement).toBe(row('license_back'))
    await user.click(row('signature'))
    isOpen('signature')
    goTo({ doc: 'license_back' })
    isOpen('license_back')
    await user.click(row('license_back'))
    const shallow = { shallow: true, scroll: false }
    expect(push.mock.calls).toEqual([[`${route}?doc=license_back`, undefined, shallow]])
    expect(replace.mock.calls).toEqual([
      [`${route}?doc=signature`, undefined, shallow],
      [route, undefined, shallow],
    ])
    isOpen('profile')
    expect(trackedEvents.map(({ page }) => page)).toEqual([
      photoPaths.license_back,
      photoPaths.signature,
      photoPaths.license_back,
    ])
  })

  it('has the first missing photo open if there is room', async () => {
    emulateDesktop()
    const { user, row, isOpen, goTo } = openPhotos({ images: [buildImage('profile')] })
    isOpen('license_front')
    await user.click(row('signature'))
    isOpen('signature')
    goTo({ doc: 'license_back' })
    isOpen('license_back')
    expect(trackedEvents.map(({ page }) => page)).toEqual([
      photoPaths.license_front,
      photoPaths.signature,
      photoPaths.license_back,
    ])
  })

  it('has no photo open when all are added', () => {
    const { panel } = openPhotos({ images: documentTypes.map(type => buildImage(type)) })
    expect(panel()).toBeNull()
  })
})

describe('the button in the phone bar', () => {
  const images = [buildImage('profile'), buildImage('license_front')]

  it('opens the tool of the next photo and is busy from the press', async () => {
    const { user, bar } = openPhotos({ images })
    const button = within(bar()).getByRole('button', {
      name: translate('photos:license_back.next'),
    })
    act(() => button.click())
    expect(button.getAttribute('aria-busy')).toBe('true')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('heading').textContent).toBe(
      translate('studio:title.license_back'),
    )
    expect(button.getAttribute('aria-busy')).toBeNull()
    expect(trackedEvents.map(({ page }) => page)).toEqual([photoPaths.license_back])
    await user.click(within(dialog).getByRole('button', { name: translate('studio:close') }))
  })

  it('is for the photo that the customer opened', () => {
    const { bar } = openPhotos({ images, doc: 'signature' })
    expect(bar().textContent).toBe(translate('photos:signature.next'))
  })

  it('continues once every photo is on its way', () => {
    const { bar, setUploads } = openPhotos({ images })
    setUploads({ license_back: buildUpload('uploading'), signature: buildUpload('waiting') })
    expect(bar().textContent).toBe(translate('photos:continue'))
    setUploads({ license_back: buildUpload('uploading'), signature: buildUpload('failed') })
    expect(bar().textContent).toBe(translate('photos:signature.next'))
  })
})

describe('an uploading photo', () => {
  it('shows its progress, that it waits, and that it has arrived', async () => {
    const { panel, setUploads } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: buildUpload('uploading') },
    })
    const title = translate('photos:license_front.title')
    const progress = screen.getByRole('progressbar', {
      name: translate('photos:upload.progress', { title }),
    })
    expect(progress.getAttribute('aria-valuenow') ?? progress.getAttribute('value')).toBe('40')
    setUploads({ license_front: buildUpload('offline') })
    expect(panel().textContent).toContain(translate('photos:upload.offline'))
    expect(screen.queryByRole('progressbar')).toBeNull()
    await waitFor(() =>
      expect(screen.getAllByRole('status')[0]?.textContent).toBe(
        translate('photos:announce.offline', { title }),
      ),
    )
  })

  it('can be cancelled and added again', async () => {
    const { press, setUploads, row, input } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: buildUpload('uploading') },
    })
    await press('upload.cancel')
    expect(document.activeElement).toBe(row('license_front'))
    await waitFor(() => expect(queue.cancel).toHaveBeenCalledExactlyOnceWith('license_front'))
    setUploads({})
    expect(input()).toBeTruthy()
  })

  it('that failed can be retried by hand', async () => {
    const { press, row } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: buildUpload('failed') },
    })
    await press('upload.retry')
    expect(document.activeElement).toBe(row('license_front'))
    await waitFor(() => expect(queue.retry).toHaveBeenCalledExactlyOnceWith('license_front'))
  })

  it('that only the server rejects shows the error at its place, where another can be chosen', async () => {
    const { readRow, input, setUploads } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: buildUpload('rejected', { wrong: 'broken' }) },
    })
    const alertElement = screen.getByRole('alert')
    expect(alertElement.textContent).toBe(translate('photos:issues.photo.broken'))
    expect(input().getAttribute('aria-describedby')).toBe(alertElement.id)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(readRow('license_front')).toBe(formatState('rejected'))
    setUploads({ license_front: buildUpload('uploading') })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(readRow('license_front')).toBe(formatState('uploading'))
  })
})

describe('an uploaded photo', () => {
  const images = [buildImage('license_front')]

  it('is replaced only when another one is added', async () => {
    const { press, input, row, panel } = openPhotos({ doc: 'license_front', images })
    const queryPicture = () =>
      within(panel()).queryByRole('img', {
        name: translate('photos:there.picture', { title: translate('photos:license_front.title') }),
      })
    expect(queryPicture()?.getAttribute('src')).toBe(
      '/checkouts/backend/api/approval-images/id-of-license_front/preview/?r=1',
    )
    await press('there.replace')
    expect(document.activeElement).toBe(row('license_front'))
    expect(queryPicture()).toBeNull()
    expect(input()).toBeTruthy()
    await press('there.keep')
    expect(queryPicture()).toBeTruthy()
  })

  it('is removed, and the focus moves to its heading', async () => {
    const { press, readRow, row, api } = openPhotos({ doc: 'license_front', images })
    api.addAnswers({
      'DELETE approval-images/id-of-license_front/': () => {
        const { state, version, ...checkout } = api.checkout()
        const approval_documents = { add_later: false, images: [] }
        api.setCheckout({
          ...checkout,
          version: version + 1,
          state: { ...state, approval_documents },
        })
        return { version: version + 1 }
      },
    })
    await press('there.remove')
    await waitFor(() => expect(readRow('license_front')).toBe(formatLine('license_front')))
    expect(document.activeElement).toBe(row('license_front'))
  })

  it('stays with an error if it cannot be removed', async () => {
    const { press, readRow, api } = openPhotos({ doc: 'license_front', images })
    api.addAnswers({ 'DELETE approval-images/': () => new TypeError('no network') })
    await press('there.remove')
    expect((await screen.findByRole('alert')).textContent).toBe(
      translate('photos:there.removeFailed'),
    )
    expect(readRow('license_front')).toBe(formatState('added'))
  })
})

describe('a file', () => {
  it.each([
    ['that is not a photo', '%PDF-1.7 is no photo at all', 'photos:issues.photo.type'],
    ['in an iPhone format', '\0\0\0\x18ftypheic', 'studio:heic'],
  ])('%s is refused with a helpful text', async (_, content, text) => {
    const { user, input, readRow } = openPhotos({ doc: 'license_front' })
    await user.upload(input(), makeFile('licence.jpg', content, 'image/jpeg'))
    const dialog = await screen.findByRole('dialog')
    expect((await within(dialog).findByRole('alert')).textContent).toBe(translate(text))
    expect(readRow('license_front')).toBe(formatState('rejected'))
    await user.click(within(dialog).getByRole('button', { name: translate('studio:close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readRow('license_front')).toBe(formatLine('license_front'))
    expect(queue.add).not.toHaveBeenCalled()
  })

  it.each(['drop', 'paste'])('added to the page by %s opens the tool of its photo', async kind => {
    openPhotos({ doc: 'license_back' })
    const data = { types: ['Files'], files: [makeFile('licence.jpg', '%PDF', 'image/jpeg')] }
    const event = new Event(kind, { cancelable: true })
    Object.assign(event, kind === 'drop' ? { dataTransfer: data } : { clipboardData: data })
    act(() => void window.dispatchEvent(event))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('heading').textContent).toBe(
      translate('studio:title.license_back'),
    )
    expect(event.defaultPrevented).toBe(kind === 'drop')
  })

  it('that was refused without scripts shows the error beside its photo', () => {
    const { input, readRow, isOpen } = openPhotos({
      doc: 'license_back',
      issues: [{ field: 'license_back', message: 'photo.type' }],
    })
    isOpen('license_back')
    const alertElement = screen.getByRole('alert')
    expect(alertElement.textContent).toBe(translate('photos:issues.photo.type'))
    expect(input().getAttribute('aria-describedby')).toBe(alertElement.id)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(readRow('license_back')).toBe(formatState('rejected'))
  })
})

describe('Continue under the photos', () => {
  const planRoute = findStep('shipping').route
  const allImages = documentTypes.map(type => buildImage(type))

  it('works with missing photos', async () => {
    const { pressContinue, push, api } = openPhotos({ images: [buildImage('profile')] })
    expect(screen.getByText(translate('photos:later.urgentGoes'))).toBeTruthy()
    await pressContinue('addLater')
    await waitFor(() => expect(push).toHaveBeenCalledWith(planRoute))
    expect(api.checkout().state).toMatchObject({ step: 3, approval_documents: { add_later: true } })
  })

  it('shows that all photos are there and asks for no more', async () => {
    const { pressContinue, push, api } = openPhotos({ images: allImages })
    expect(screen.getByText(translate('photos:all.title'))).toBeTruthy()
    await pressContinue('continue')
    await waitFor(() => expect(push).toHaveBeenCalledWith(planRoute))
    expect(api.checkout().state.approval_documents.add_later).toBe(false)
  })

  it('shows how many photos may need a retake instead', () => {
    const images = documentTypes.map(type =>
      buildImage(type, { needs_review: type.startsWith('license') }),
    )
    openPhotos({ images })
    expect(screen.getByText(translate('photos:there.retake', { count: 2 }))).toBeTruthy()
    expect(screen.queryByText(translate('photos:all.title'))).toBeNull()
  })

  it('shows that the last photo is uploading', () => {
    openPhotos({ images: allImages.slice(1), uploads: { profile: buildUpload('uploading') } })
    expect(screen.getByText(translate('photos:onWay.title'))).toBeTruthy()
    expect(screen.getAllByRole('button', { name: translate('photos:continue') })).toHaveLength(2)
  })

  it('returns to the review if the customer came from there', async () => {
    router.query = { from: 'review' }
    const { pressContinue, push } = openPhotos()
    await pressContinue('addLater')
    await waitFor(() => expect(push).toHaveBeenCalledWith(findStep('review').route))
  })

  it('waits for the network and continues automatically', async () => {
    const { pressContinue, push, api } = openPhotos()
    api.addAnswers({ 'PATCH checkout/': () => new TypeError('no network') })
    await pressContinue('addLater')
    const waitingNotice = await screen.findByText(translate('errors.waiting'))
    expect(push).not.toHaveBeenCalled()
    api.addAnswers({
      'PATCH checkout/': ({ body }) => {
        const { version, state, ...rest } = api.checkout()
        return { ...rest, version: version + 1, state: { ...state, step: body.state.step } }
      },
    })
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(push).toHaveBeenCalledWith(planRoute))
    expect(waitingNotice.isConnected).toBe(false)
  })
})
