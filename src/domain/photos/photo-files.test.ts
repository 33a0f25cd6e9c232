import { describe, expect, it } from 'vitest'
import { formatOf } from '@/domain/photos/photo-files'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part =>
      typeof part === 'string' ? [...part].map(character => character.charCodeAt(0)) : part,
    ),
  )

describe('a file is known by its first bytes', () => {
  it.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'ignored')],
    ['png', bytes([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ])('as a photo: %s', (format, head) => {
    expect(formatOf(head)).toEqual({ format })
  })

  it.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])('as a photo of Apple’s: %s', brand => {
    expect(formatOf(bytes([0, 0, 0, 24], 'ftyp', brand))).toEqual({ wrong: 'heic' })
  })

  it.each([
    ['a PDF', bytes('%PDF-1.7\n')],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['an SVG after a declaration', bytes('<?xml version="1.0"?><svg/>')],
    ['a GIF', bytes('GIF89a')],
    ['a page', bytes('<!doctype html>')],
    ['a TIFF', bytes('II*', [0])],
    ['a BMP', bytes('BM')],
    ['an AVIF', bytes([0, 0, 0, 24], 'ftypavif')],
    ['a film', bytes([0, 0, 0, 24], 'ftypisom')],
    ['a sound', bytes('RIFF', [1, 2, 3, 4], 'WAVE')],
    ['an archive', bytes('PK', [3, 4])],
    ['text', bytes('hello')],
    ['the first byte of a JPEG', bytes([0xff])],
  ])('as none: %s', (_, head) => {
    expect(formatOf(head)).toEqual({ wrong: 'type' })
  })

  it('as nothing when there are none', () => {
    expect(formatOf(bytes())).toEqual({ wrong: 'empty' })
  })
})
