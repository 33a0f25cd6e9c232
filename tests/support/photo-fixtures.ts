import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { UploadFile } from '../e2e/pages/photos'
import { createLicence } from './camera'

/** A photo of a licence; each shade is another file. */
export const createLicencePhoto = async (shade = 1): Promise<UploadFile> => ({
  name: 'licence.jpg',
  mimeType: 'image/jpeg',
  buffer: await createLicence().modulate({ brightness: shade }).jpeg({ quality: 92 }).toBuffer(),
})

/** A photo large enough for a slow upload. */
export const createLargePhoto = async (): Promise<UploadFile> => ({
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

/** A PDF with a photo's file name. */
export const renamedPdf: UploadFile = {
  name: 'licence.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
}

/** Limits the tab's upload to bytes per second; returns a function that removes the limit. */
export async function throttleUpload(
  page: Page,
  bytesPerSecond: number,
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const setThroughput = async (uploadThroughput: number) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
  await session.send('Network.enable')
  await setThroughput(bytesPerSecond)
  return () => setThroughput(-1)
}
