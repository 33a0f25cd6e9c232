import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { chromiumArgs, installedChromium } from './chromium'
import { test as productTest } from './fixtures'

const faceModelFolder = dirname(
  createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'),
)

/** Sample photos of the face model. They carry GPS tags. */
const samplePath = (number: number): string => join(faceModelFolder, `demo/sample${number}.jpg`)

/** Three people side by side, with GPS tags. */
export const groupPhoto = samplePath(3)

/** One of them, centered, 1280 x 960 px. */
export const createPortrait = (): Sharp =>
  sharp(groupPhoto)
    .extract({ left: 950, top: 178, width: 500, height: 375 })
    .resize(1280, 960)
    .sharpen({ sigma: 3, m1: 2, m2: 12 })

/** A printed card on a table; `glare` adds a lamp's reflection. */
export function createLicence({ glare = false } = {}): Sharp {
  const lines = Array.from({ length: 24 }, (_, index) => {
    const [x, y] = [430 + (index % 2) * 400, 120 + Math.floor(index / 2) * 52]
    return `<path d="M${x} ${y}h320m-300 14h40m10 0h70m10 0h30m20 0h90" stroke="#123" stroke-width="6" stroke-dasharray="14 6 4 6"/>`
  })
  const reflection = glare ? '<circle cx="900" cy="600" r="240" fill="#fff"/>' : ''
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <rect width="1600" height="1200" fill="#3a3f46"/>
      <g transform="translate(180 200)"><rect width="1240" height="782" rx="40" fill="#cfd8e3"/>
      <rect x="40" y="80" width="340" height="440" fill="#678"/>${lines.join('')}</g>${reflection}</svg>`),
  )
}

/** Chromium with a fake camera that shows the portrait, and without a permission prompt. */
export const test = productTest.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'camera-'))
      const videoFile = join(folder, 'film.mjpeg')
      const frame = await createPortrait().jpeg({ quality: 92 }).toBuffer()
      writeFileSync(videoFile, Buffer.concat([frame, frame]))
      await use({
        executablePath: installedChromium(),
        args: [
          ...chromiumArgs,
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${videoFile}`,
        ],
      })
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})
