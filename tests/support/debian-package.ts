import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that the tests need and npm does not install. */
export interface SystemProgram {
  /** Debian's package. */
  packageName: string
  /** Its path on this machine. */
  find: () => string | undefined
  /** A sentence for a machine that lacks it. */
  advice: string
}

/** The first of these names on PATH or in another folder. */
export function findOnPath(names: string[], otherFolders: string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...otherFolders]
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

/** The machine's program. @throws with advice when there is none. */
export function requireProgram({ find, advice }: SystemProgram): string {
  const found = find()
  if (found) return found
  throw new Error(advice)
}

/** The machine's program; installs Debian's first if there is none and the user is root. */
export function ensureProgram(program: SystemProgram): string {
  const found = program.find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) installFromDebian(program)
  return requireProgram(program)
}

function installFromDebian({ packageName, advice }: SystemProgram): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 15 * 60_000,
    })
  try {
    apt('update')
    apt('install', '-y', packageName)
  } catch {
    throw new Error(`${packageName} could not be installed from Debian. ${advice}`)
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
