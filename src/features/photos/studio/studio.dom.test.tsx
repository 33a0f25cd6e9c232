import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Area } from '@/domain/photos/photo-crop'
import Studio from '@/features/photos/studio/studio'
import { renderPart } from '../../../../tests/support/render-part'
import { translateEnglish as translate } from '../../../../tests/support/texts'

const faceCheck = vi.hoisted(() => ({ findFaces: vi.fn() }))
vi.mock('@/client/photos/face-detection', () => ({ ...faceCheck, prepareFaceCheck: () => {} }))

// The simulated DOM decodes and draws no pictures: every photo is sharp, light and large.
vi.mock('@/client/photos/image-editing', () => ({
  openPicture: async () => ({ picture: { width: 1600, height: 1200, fingerprint: 'abc' } }),
  readPixels: (_: unknown, { width, height }: Area) => paintBars(width * 320, height * 200),
  drawPicture: () => {},
  rotateClockwise: (picture: object) => ({ ...picture, width: 1200, height: 1600 }),
  encodeCanvas: async () => new Blob(),
  encodeUpload: async () => ({ image: new Blob(), cropped: new Blob() }),
}))
// Measures its layout. The crop stays as it is.
vi.mock('react-easy-crop', () => ({ default: () => null }))

/** Bars like print. */
function paintBars(shareWidth: number, shareHeight: number) {
  const [width, height] = [Math.round(shareWidth), Math.round(shareHeight)]
  const data = new Uint8ClampedArray(width * height * 4).map((_, index) =>
    ((index / 4) % width) % 16 < 8 ? 60 : 180,
  )
  return { data, width, height }
}

const face: Area = { x: 0.4, y: 0.35, width: 0.2, height: 0.27 }
const neighbour: Area = { ...face, x: 0.75 }

/** A selfie is chosen; its faces are found when the test says so. */
function chooseSelfie() {
  let endCheck = (_: Area[] | null) => {}
  faceCheck.findFaces.mockReturnValue(
    new Promise<Area[] | null>(resolve => {
      endCheck = resolve
    }),
  )
  const onDone = vi.fn()
  const { user } = renderPart(
    <Studio
      type="profile"
      start={new File([''], 'me.jpg')}
      firstName=""
      otherFingerprints={[]}
      onRefusal={() => {}}
      onDone={onDone}
      onCancel={() => {}}
    />,
  )
  const dialog = within(screen.getByRole('dialog'))
  const findText = (key: string) => dialog.findAllByText(translate(`studio:${key}`))
  const queryText = (key: string) => dialog.queryByText(translate(`studio:${key}`))
  const queryButton = (key: string) =>
    dialog.queryByRole('button', { name: translate(`studio:${key}`) })
  const press = async (key: string) =>
    user.click(await dialog.findByRole('button', { name: translate(`studio:${key}`) }))
  return {
    endCheck: (faces: Area[] | null) => endCheck(faces),
    findText,
    queryText,
    queryButton,
    press,
    onDone,
  }
}

const ticks = ['review.light', 'review.sharp', 'review.face']

it('a group photo cannot be accepted before its faces are checked, and then has a warning', async () => {
  const { endCheck, findText, queryText, queryButton, press, onDone } = chooseSelfie()
  await findText('review.checkingFace')
  expect(ticks.filter(queryText)).toEqual([])
  expect(queryButton('review.use') ?? queryButton('useAnyway')).toBeNull()

  endCheck([face, neighbour])
  await findText('advice.severalFaces.title')
  expect(queryText('review.checkingFace')).toBeNull()
  expect(ticks.filter(queryText)).toEqual([])
  expect(queryButton('review.use')).toBeNull()
  await press('useAnyway')
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ needsReview: true }))
})

it('a group photo that the customer crops to one person has no warning', async () => {
  const { endCheck, findText, queryText, press, onDone } = chooseSelfie()
  endCheck([face, neighbour])
  await findText('advice.severalFaces.title')
  await press('review.adjust')
  expect(queryText('advice.severalFaces.title')).toBeNull()
  await press('adjust.done')
  expect(queryText('advice.severalFaces.title')).toBeNull()
  expect(ticks.filter(queryText)).toEqual(['review.face'])
  await press('review.use')
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ needsReview: false }))
})

it('a rotated photo is not said to have no face', async () => {
  const { endCheck, findText, queryText, press } = chooseSelfie()
  endCheck([])
  await findText('advice.noFace.title')
  await press('review.adjust')
  await press('adjust.turn')
  await press('adjust.done')
  expect(queryText('advice.noFace.title')).toBeNull()
  expect(queryText('review.askProfile')).toBeTruthy()
})

it('a portrait is praised for what is sure', async () => {
  const { endCheck, findText, queryText } = chooseSelfie()
  endCheck([face])
  await findText('review.great')
  expect(ticks.filter(queryText)).toEqual(ticks)
})

it('a photo whose faces cannot be checked is accepted without praise', async () => {
  const { endCheck, findText, queryText, press, onDone } = chooseSelfie()
  endCheck(null)
  await findText('review.askProfile')
  expect(ticks.filter(queryText)).toEqual([])
  await press('review.use')
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ needsReview: false }))
})
