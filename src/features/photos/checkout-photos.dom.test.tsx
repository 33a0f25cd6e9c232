import { act, screen, waitFor, within } from '@testing-library/react'
import router from 'next/router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outlet } from '@/client/analytics/track'
import type { PhotoUpload } from '@/client/store/upload-state'
import {
  type ApprovalImage,
  type DocumentType,
  documentTypes,
} from '@/domain/checkout/checkout-state'
import { stepById } from '@/domain/checkout/steps'
import { photoPaths } from '@/domain/photos/photo-files'
import { CheckoutPhotos } from '@/features/photos/checkout-photos'
import { onDesktop } from '../../../tests/support/dom-setup'
import { renderPart } from '../../../tests/support/render-part'
import { wholeCheckout } from '../../../tests/support/sample-checkout'
import { english as say } from '../../../tests/support/texts'

// Sends photos to the server, which is no part of the page; how it does that has tests of its own.
const queue = vi.hoisted(() => ({
  resume: vi.fn(async () => undefined),
  add: vi.fn(async () => undefined),
  cancel: vi.fn(async (_: string) => undefined),
  retry: vi.fn((_: string) => undefined),
}))
vi.mock('@/client/photos/checkout-upload-queue', () => ({ checkoutQueue: () => queue }))
// Loads a model of faces.
vi.mock('@/client/photos/face-detection', () => ({ prepareFaceCheck: () => undefined }))

const { route } = stepById('upload-photos')
let seen: { event: string; page?: string }[]

beforeEach(() => {
  router.query = {}
  seen = []
  outlet.events = seen as never
  for (const call of Object.values(queue)) call.mockClear()
})

const sent = (type: DocumentType, parts: Partial<ApprovalImage> = {}): ApprovalImage => ({
  id: `id-of-${type}`,
  type,
  revision: 1,
  needs_review: false,
  ...parts,
})
const upload = (state: PhotoUpload['state'], parts: object = {}) =>
  ({ picture: null, wrong: null, percent: 40, state, ...parts }) as PhotoUpload

interface Begun {
  /** The photo that the address names. */
  doc?: DocumentType
  images?: ApprovalImage[]
  uploads?: Partial<Record<DocumentType, PhotoUpload>>
  issues?: { field: string; message: string }[]
}

/** The photos' step of a customer who has given these. */
function openPhotos({ doc, images = [], uploads = {}, issues = [] }: Begun = {}) {
  if (doc) router.query = { doc }
  const push = vi.spyOn(router, 'push')
  const part = renderPart(<CheckoutPhotos />, {
    issues,
    checkout: {
      state: { ...wholeCheckout, step: 2, approval_documents: { add_later: false, images } },
    },
  })
  const stand = (now: typeof uploads) => act(() => part.store.setState({ uploads: { ...now } }))
  stand(uploads)
  /** Shows what the address says from now on. */
  const goTo = (query: Record<string, string>) => {
    router.query = query
    stand(part.store.getState().uploads)
  }
  push.mockImplementation(async (address: unknown) => {
    if (String(address).startsWith(route))
      goTo(Object.fromEntries(new URL(String(address), 'https://shop.example').searchParams))
    return true
  })
  const panel = () => screen.getByRole('region')
  return {
    ...part,
    push,
    stand,
    goTo,
    panel,
    heading: () => panel().querySelector('h2') as HTMLElement,
    isOpen: (type: DocumentType) =>
      expect(panel().querySelector('h2')?.textContent).toBe(say(`photos:${type}.title`)),
    row: (type: DocumentType) => document.getElementById(`photo-${type}`) as HTMLElement,
    listed: (type: DocumentType) =>
      document
        .getElementById(`photo-${type}`)
        ?.textContent?.replace(say(`photos:${type}.short`), ''),
    press: (key: string) =>
      part.user.click(within(panel()).getByRole('button', { name: say(`photos:${key}`) })),
    input: () => panel().querySelector('input[type=file]') as HTMLInputElement,
    goOn: (key: string) =>
      part.user.click(screen.getByRole('button', { name: say(`photos:${key}`) })),
  }
}

const state = (key: string) => say(`photos:state.${key}`, { percent: 40 })
const give = (name: string, content: string, type: string) => new File([content], name, { type })

describe('the list', () => {
  it('says what has become of each photo', () => {
    const { listed, stand } = openPhotos({
      images: [sent('profile'), sent('license_front', { needs_review: true })],
      uploads: { license_back: upload('uploading') },
    })
    expect(documentTypes.map(listed)).toEqual(['added', 'review', 'uploading', 'none'].map(state))
    expect(screen.getByText(say('photos:list.added', { added: 2, total: 4 }))).toBeTruthy()
    stand({
      profile: upload('waiting'),
      license_front: upload('offline'),
      license_back: upload('failed'),
      signature: upload('rejected', { wrong: 'broken' }),
    })
    expect(documentTypes.map(listed)).toEqual(
      ['waiting', 'offline', 'failed', 'rejected'].map(state),
    )
  })

  it('opens one photo at a time, and Back leads to its row', async () => {
    const { user, row, isOpen, heading, goTo, push } = openPhotos()
    await user.click(row('license_back'))
    isOpen('license_back')
    expect(document.activeElement).toBe(heading())
    expect(row('license_back').getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByRole('link', { name: say('photos:back') }))
    expect(document.activeElement).toBe(row('license_back'))
    await user.click(row('signature'))
    isOpen('signature')
    expect(push).toHaveBeenLastCalledWith(`${route}?doc=signature`, undefined, {
      shallow: true,
      scroll: false,
    })
    goTo({})
    expect(document.activeElement).toBe(row('signature'))
    expect(seen.map(({ page }) => page)).toEqual([photoPaths.license_back, photoPaths.signature])
  })

  it('is beside the first photo that is missing where there is room', async () => {
    onDesktop()
    const { user, row, isOpen, heading, goTo } = openPhotos({ images: [sent('profile')] })
    isOpen('license_front')
    await user.click(row('signature'))
    isOpen('signature')
    goTo({ doc: 'license_back' })
    isOpen('license_back')
    expect(document.activeElement).toBe(heading())
    expect(seen.map(({ page }) => page)).toEqual([
      photoPaths.license_front,
      photoPaths.signature,
      photoPaths.license_back,
    ])
  })
})

describe('a photo on its way', () => {
  it('says how far it is, that it waits, and that it has arrived', async () => {
    const { panel, stand } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: upload('uploading') },
    })
    const title = say('photos:license_front.title')
    const progress = screen.getByRole('progressbar', {
      name: say('photos:upload.progress', { title }),
    })
    expect(progress.getAttribute('aria-valuenow') ?? progress.getAttribute('value')).toBe('40')
    stand({ license_front: upload('offline') })
    expect(panel().textContent).toContain(say('photos:upload.offline'))
    expect(screen.queryByRole('progressbar')).toBeNull()
    await waitFor(() =>
      expect(screen.getAllByRole('status')[0]?.textContent).toBe(
        say('photos:announce.offline', { title }),
      ),
    )
  })

  it('is cancelled, and can be given anew', async () => {
    const { press, stand, heading, input } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: upload('uploading') },
    })
    await press('upload.cancel')
    expect(document.activeElement).toBe(heading())
    await waitFor(() => expect(queue.cancel).toHaveBeenCalledExactlyOnceWith('license_front'))
    stand({})
    expect(input()).toBeTruthy()
  })

  it('that could not be sent is sent again by hand', async () => {
    const { press, heading } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: upload('failed') },
    })
    await press('upload.retry')
    expect(document.activeElement).toBe(heading())
    await waitFor(() => expect(queue.retry).toHaveBeenCalledExactlyOnceWith('license_front'))
  })

  it('that only the server finds wrong says so at its place, where another can be chosen', async () => {
    const { listed, input, stand } = openPhotos({
      doc: 'license_front',
      uploads: { license_front: upload('rejected', { wrong: 'broken' }) },
    })
    const wrong = screen.getByRole('alert')
    expect(wrong.textContent).toBe(say('photos:issues.photo.broken'))
    expect(input().getAttribute('aria-describedby')).toBe(wrong.id)
    expect(listed('license_front')).toBe(state('rejected'))
    stand({ license_front: upload('uploading') })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(listed('license_front')).toBe(state('uploading'))
  })
})

describe('a photo that is there', () => {
  const images = [sent('license_front')]

  it('is replaced only once another is given', async () => {
    const { press, input, heading, panel } = openPhotos({ doc: 'license_front', images })
    const picture = () =>
      within(panel()).queryByRole('img', {
        name: say('photos:there.picture', { title: say('photos:license_front.title') }),
      })
    expect(picture()?.getAttribute('src')).toBe(
      '/checkouts/backend/api/approval-images/id-of-license_front/preview/?r=1',
    )
    await press('there.replace')
    expect(document.activeElement).toBe(heading())
    expect(picture()).toBeNull()
    expect(input()).toBeTruthy()
    await press('there.keep')
    expect(picture()).toBeTruthy()
  })

  it('is removed, and the keyboard goes on at its heading', async () => {
    const { press, listed, heading, api } = openPhotos({ doc: 'license_front', images })
    api.answer({
      'DELETE approval-images/id-of-license_front/': () => {
        const { state, version, ...checkout } = api.checkout()
        const approval_documents = { add_later: false, images: [] }
        api.put({ ...checkout, version: version + 1, state: { ...state, approval_documents } })
        return { version: version + 1 }
      },
    })
    await press('there.remove')
    await waitFor(() => expect(listed('license_front')).toBe(state('none')))
    expect(document.activeElement).toBe(heading())
  })

  it('stays when it cannot be removed, and says so', async () => {
    const { press, listed, api } = openPhotos({ doc: 'license_front', images })
    api.answer({ 'DELETE approval-images/': () => new TypeError('no network') })
    await press('there.remove')
    expect((await screen.findByRole('alert')).textContent).toBe(say('photos:there.removeFailed'))
    expect(listed('license_front')).toBe(state('added'))
  })
})

describe('a file', () => {
  it.each([
    ['that is no photo', '%PDF-1.7 is no photo at all', 'photos:issues.photo.type'],
    ['in a format of iPhones', '\0\0\0\x18ftypheic', 'studio:heic'],
  ])('%s is refused in words that help', async (_, content, text) => {
    const { user, input, listed } = openPhotos({ doc: 'license_front' })
    await user.upload(input(), give('licence.jpg', content, 'image/jpeg'))
    const dialog = await screen.findByRole('dialog')
    expect((await within(dialog).findByRole('alert')).textContent).toBe(say(text))
    await user.click(within(dialog).getByRole('button', { name: say('studio:close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(listed('license_front')).toBe(state('none'))
    expect(queue.add).not.toHaveBeenCalled()
  })

  it.each(['drop', 'paste'])('given to the page by %s opens the tool of its photo', async kind => {
    openPhotos({ doc: 'license_back' })
    const data = { types: ['Files'], files: [give('licence.jpg', '%PDF', 'image/jpeg')] }
    const event = new Event(kind, { cancelable: true })
    Object.assign(event, kind === 'drop' ? { dataTransfer: data } : { clipboardData: data })
    act(() => void window.dispatchEvent(event))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('heading').textContent).toBe(say('studio:title.license_back'))
    expect(event.defaultPrevented).toBe(kind === 'drop')
  })

  it('that was refused without scripts says so beside its photo', () => {
    const { input, listed, isOpen } = openPhotos({
      doc: 'license_back',
      issues: [{ field: 'license_back', message: 'photo.type' }],
    })
    isOpen('license_back')
    const wrong = screen.getByRole('alert')
    expect(wrong.textContent).toBe(say('photos:issues.photo.type'))
    expect(input().getAttribute('aria-describedby')).toBe(wrong.id)
    expect(listed('license_back')).toBe(state('rejected'))
  })
})

describe('the way on', () => {
  const plan = stepById('shipping').route
  const all = documentTypes.map(type => sent(type))

  it('leads on with photos that come later', async () => {
    const { goOn, push, api } = openPhotos({ images: [sent('profile')] })
    expect(screen.getByText(say('photos:later.title'))).toBeTruthy()
    await goOn('addLater')
    await waitFor(() => expect(push).toHaveBeenCalledWith(plan))
    expect(api.checkout().state).toMatchObject({ step: 3, approval_documents: { add_later: true } })
  })

  it('says that all are here, and leads on without asking for more', async () => {
    const { goOn, push, api } = openPhotos({ images: all })
    expect(screen.getByText(say('photos:all.title'))).toBeTruthy()
    await goOn('continue')
    await waitFor(() => expect(push).toHaveBeenCalledWith(plan))
    expect(api.checkout().state.approval_documents.add_later).toBe(false)
  })

  it('says that the last one is on its way', () => {
    openPhotos({ images: all.slice(1), uploads: { profile: upload('uploading') } })
    expect(screen.getByText(say('photos:onWay.title'))).toBeTruthy()
    expect(screen.getByRole('button', { name: say('photos:continue') })).toBeTruthy()
  })

  it('leads back to the review from where the customer came', async () => {
    router.query = { from: 'review' }
    const { goOn, push } = openPhotos()
    await goOn('addLater')
    await waitFor(() => expect(push).toHaveBeenCalledWith(stepById('review').route))
  })

  it('waits for the network, and goes on by itself', async () => {
    const { goOn, push, api } = openPhotos()
    api.answer({ 'PATCH checkout/': () => new TypeError('no network') })
    await goOn('addLater')
    const waiting = await screen.findByText(say('errors.waiting'))
    expect(push).not.toHaveBeenCalled()
    api.answer({
      'PATCH checkout/': ({ body }) => {
        const { version, state, ...rest } = api.checkout()
        return { ...rest, version: version + 1, state: { ...state, step: body.state.step } }
      },
    })
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(push).toHaveBeenCalledWith(plan))
    expect(waiting.isConnected).toBe(false)
  })
})
