import { describe, expect, it } from 'vitest'
import { detectPhotoFormat } from '@/domain/photos/photo-files'

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
