import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { checkImageHeader, maxChosenBytes, readImageSize } from '@/domain/photos/image-header'
import { maxPhotoBytes } from '@/domain/photos/photo-files'

const createPicture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: 'green' } })

const files: [string, () => Promise<Buffer>][] = [
  ['a JPEG', () => createPicture().jpeg().toBuffer()],
  ['a progressive JPEG', () => createPicture().jpeg({ progressive: true }).toBuffer()],
  [
    'a JPEG with metadata',
    () => createPicture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  ],
  ['a PNG', () => createPicture().png().toBuffer()],
  ['a WebP', () => createPicture().webp().toBuffer()],
  ['a WebP without loss', () => createPicture().webp({ lossless: true }).toBuffer()],
  [
    'a WebP with metadata',
    () => createPicture().withMetadata({ orientation: 6 }).webp().toBuffer(),
  ],
]

describe('the size of a picture is read from the file’s header', () => {
  it.each(files)('%s', async (_, file) => {
    const bytes = await file()
    expect(readImageSize(bytes)).toEqual({ width: 300, height: 200 })
    expect(checkImageHeader(bytes.length, bytes)).toBeNull()
  })

  it.each(files)('%s, but not from a header that is cut off', async (_, file) => {
    expect(readImageSize((await file()).subarray(0, 14))).toBeNull()
  })

  it('but not from a file that is not a photo', () => {
    expect(readImageSize(Buffer.from('%PDF-1.7 and much more of it'))).toBeNull()
  })
})

describe('before decoding, the customer sees', () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic and the rest of it', 'latin1')
  it.each<[string, number, Uint8Array, string | null]>([
    ['that a file is empty', 0, Buffer.alloc(0), 'empty'],
    ['that a PDF is not a photo', 1000, Buffer.from('%PDF-1.7 and much more'), 'type'],
    ['nothing yet about a HEIC photo, which some browsers can decode', 1000, heic, null],
    ['that a HEIC photo is too large', maxChosenBytes + 1, heic, 'large'],
  ])('%s', (_, bytes, head, expected) => {
    expect(checkImageHeader(bytes, head)).toBe(expected)
  })

  it('that a picture has too many pixels', async () => {
    const bytes = await createPicture(8000, 5001).jpeg().toBuffer()
    expect(checkImageHeader(bytes.length, bytes)).toBe('pixels')
  })

  it('that a file is too large', async () => {
    expect(checkImageHeader(maxChosenBytes + 1, await createPicture().png().toBuffer())).toBe(
      'large',
    )
  })

  it('nothing about a file above the server’s limit: it is scaled down first', async () => {
    expect(checkImageHeader(maxPhotoBytes + 1, await createPicture().png().toBuffer())).toBeNull()
  })
})
