import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { GivenFile } from '../e2e/pages/photos'
import { licence } from './camera'

/** A photo of a licence; each shade is another file. */
export const licencePhoto = async (shade = 1): Promise<GivenFile> => ({
  name: 'licence.jpg',
  mimeType: 'image/jpeg',
  buffer: await licence().modulate({ brightness: shade }).jpeg({ quality: 92 }).toBuffer(),
})

/** A photo that takes its time to be sent. */
export const heavyPhoto = async (): Promise<GivenFile> => ({
  name: 'heavy.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 1_600,
      height: 1_200,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer(),
})

/** A document with the name of a photo. */
export const renamedPdf: GivenFile = {
  name: 'licence.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
}

/** Lets this tab send so many bytes a second; the answer takes the limit off again. */
export async function sendSlowly(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const limit = async (uploadThroughput: number) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
  await session.send('Network.enable')
  await limit(bytesPerSecond)
  return () => limit(-1)
}
