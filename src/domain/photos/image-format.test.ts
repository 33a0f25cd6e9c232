import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  checkImageHeader,
  detectPhotoFormat,
  isTruncatedJpeg,
  maxChosenBytes,
  maxPhotoBytes,
  readImageSize,
} from '@/domain/photos/image-format'

const buildBytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part =>
      typeof part === 'string' ? [...part].map(character => character.charCodeAt(0)) : part,
    ),
  )

describe('the first bytes of a file identify it', () => {
  it.each([
    ['jpeg', buildBytes([0xff, 0xd8, 0xff, 0xe0], 'ignored')],
    ['png', buildBytes([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['webp', buildBytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ])('as a photo: %s', (format, head) => {
    expect(detectPhotoFormat(head)).toEqual({ format })
  })

  it.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])('as a HEIC photo: %s', brand => {
    expect(detectPhotoFormat(buildBytes([0, 0, 0, 24], 'ftyp', brand))).toEqual({ wrong: 'heic' })
  })

  it.each([
    ['a PDF', buildBytes('%PDF-1.7\n')],
    ['an SVG', buildBytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['an SVG after a declaration', buildBytes('<?xml version="1.0"?><svg/>')],
    ['a GIF', buildBytes('GIF89a')],
    ['an HTML page', buildBytes('<!doctype html>')],
    ['a TIFF', buildBytes('II*', [0])],
    ['a BMP', buildBytes('BM')],
    ['an AVIF', buildBytes([0, 0, 0, 24], 'ftypavif')],
    ['a video', buildBytes([0, 0, 0, 24], 'ftypisom')],
    ['a sound file', buildBytes('RIFF', [1, 2, 3, 4], 'WAVE')],
    ['an archive', buildBytes('PK', [3, 4])],
    ['text', buildBytes('hello')],
    ['the first byte of a JPEG', buildBytes([0xff])],
  ])('as not a photo: %s', (_, head) => {
    expect(detectPhotoFormat(head)).toEqual({ wrong: 'type' })
  })

  it('as empty if there are none', () => {
    expect(detectPhotoFormat(buildBytes())).toEqual({ wrong: 'empty' })
  })
})

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

/** Embeds a thumbnail in a segment of its own, like a camera. */
async function embedThumbnail(photo: Buffer): Promise<Buffer> {
  const thumbnail = await createPicture(64, 48).jpeg().toBuffer()
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(thumbnail.length + 2, 2)
  return Buffer.concat([photo.subarray(0, 2), head, thumbnail, photo.subarray(2)])
}

describe('a JPEG', () => {
  it('that is complete is not truncated, whatever follows it', async () => {
    for (const progressive of [false, true]) {
      const photo = await createPicture(64, 48).jpeg({ progressive }).toBuffer()
      expect(isTruncatedJpeg(photo)).toBe(false)
      expect(isTruncatedJpeg(Buffer.concat([photo, Buffer.from('a film')]))).toBe(false)
    }
  })

  it('without its end is truncated, in its header too', async () => {
    const photo = await createPicture(64, 48).jpeg().toBuffer()
    expect(isTruncatedJpeg(photo.subarray(0, -2))).toBe(true)
    expect(isTruncatedJpeg(photo.subarray(0, photo.length / 3))).toBe(true)
    expect(isTruncatedJpeg(photo.subarray(0, 40))).toBe(true)
  })

  it('is truncated even if its thumbnail is complete', async () => {
    const photo = await embedThumbnail(await createPicture(64, 48).jpeg().toBuffer())
    expect(isTruncatedJpeg(photo)).toBe(false)
    expect(isTruncatedJpeg(photo.subarray(0, -2))).toBe(true)
  })
})

it('other formats are never truncated', async () => {
  const photo = await createPicture(64, 48).png().toBuffer()
  expect(isTruncatedJpeg(photo.subarray(0, -20))).toBe(false)
})
