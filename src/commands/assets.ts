import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '@/commands/program'
import { countryCodes } from '@/domain/data/country-codes'

/** The folders of `public` that `copyAssets` fills. */
export const assetFolders = ['flags', 'models'] as const

/**
 * Copies flags and the face model from pinned packages to `public`, before each build; the copies
 * are not committed.
 * @throws when a package is not installed or lacks a file.
 */
export function copyAssets(): void {
  const flags = countryCodes.map(code => [`3x2/${code}.svg`, `${code.toLowerCase()}.svg`] as const)
  copyPackageFiles('country-flag-icons', flags, 'flags')
  copyPackageFiles('@vladmandic/face-api', faceDetectorFiles, 'models')
}

/** The smallest model that detects faces; its manifest names the other file. */
const faceDetectorFiles = [
  'tiny_face_detector_model-weights_manifest.json',
  'tiny_face_detector_model.bin',
].map(file => [`model/${file}`, file] as const)

function copyPackageFiles(
  from: string,
  files: (readonly [file: string, name: string])[],
  to: (typeof assetFolders)[number],
): void {
  const source = dirname(createRequire(import.meta.url).resolve(`${from}/package.json`))
  const folder = join(root, 'public', to)
  mkdirSync(folder, { recursive: true })
  for (const [file, name] of files) copyFileSync(join(source, file), join(folder, name))
}
