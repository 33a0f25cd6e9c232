// Runs a program of the build: `app` or `sandbox`.
import { existsSync } from 'node:fs'

const program = new URL(`../../.next/programs/${process.argv[2]}.mjs`, import.meta.url)

if (existsSync(program)) {
  await import(program.href)
} else {
  process.stderr.write('There is no build: run `npm run build` first.\n')
  process.exitCode = 1
}
