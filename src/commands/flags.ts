import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '@/commands/program'
import { countryCodes } from '@/domain/data/country-codes'

/**
 * Puts every country's flag where pages can show it, `public/flags/<code>.svg`: copied from the pinned
 * package before each build, and kept out of the repository.
 * @throws when the package is not installed, or has no flag for a country.
 */
export function copyFlags(): void {
  const flags = dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json'))
  const folder = join(root, 'public/flags')
  mkdirSync(folder, { recursive: true })
  for (const code of countryCodes)
    copyFileSync(join(flags, '3x2', `${code}.svg`), join(folder, `${code.toLowerCase()}.svg`))
}
