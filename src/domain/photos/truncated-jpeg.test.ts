import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { isTruncatedJpeg } from '@/domain/photos/image-header'

const createPicture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })

/** Embeds a thumbnail in a segment of its own, like a camera. */
async function embedThumbnail(photo: Buffer): Promise<Buffer> {
  const thumbnail = await createPicture().jpeg().toBuffer()
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(thumbnail.length + 2, 2)
  return Buffer.concat([photo.subarray(0, 2), head, thumbnail, photo.subarray(2)])
}

describe('a JPEG', () => {
  it('that is complete is not truncated, whatever follows it', async () => {
    for (const progressive of [false, true]) {
      const photo = await createPicture().jpeg({ progressive }).toBuffer()
      expect(isTruncatedJpeg(photo)).toBe(false)
      expect(isTruncatedJpeg(Buffer.concat([photo, Buffer.from('a film')]))).toBe(false)
    }
  })

  it('without its end is truncated, in its header too', async () => {
    const photo = await createPicture().jpeg().toBuffer()
    expect(isTruncatedJpeg(photo.subarray(0, -2))).toBe(true)
    expect(isTruncatedJpeg(photo.subarray(0, photo.length / 3))).toBe(true)
    expect(isTruncatedJpeg(photo.subarray(0, 40))).toBe(true)
  })

  it('is truncated even if its thumbnail is complete', async () => {
    const photo = await embedThumbnail(await createPicture().jpeg().toBuffer())
    expect(isTruncatedJpeg(photo)).toBe(false)
    expect(isTruncatedJpeg(photo.subarray(0, -2))).toBe(true)
  })
})

it('other formats are never truncated', async () => {
  const photo = await createPicture().png().toBuffer()
  expect(isTruncatedJpeg(photo.subarray(0, -20))).toBe(false)
})
