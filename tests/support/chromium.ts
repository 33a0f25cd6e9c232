import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell comes first: without a window's interface it takes a third less time.
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'msedge',
]
const searchFolders = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/opt/microsoft/msedge',
]
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const installAdvice =
  'The tests in the browser need Chromium: install it (Debian: apt-get install ' +
  'chromium-headless-shell), ' +
  'or set CHROMIUM_PATH to a Chromium, Chrome or Edge.'

/** Launch arguments: no sandbox (tests may run as root), no background requests. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The machine's Chromium: CHROMIUM_PATH, else one on PATH or in a usual place.
 * @throws when CHROMIUM_PATH is not a program.
 */
export function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath) {
    if (isExecutable(configuredPath)) return configuredPath
    throw new Error(`CHROMIUM_PATH is ${configuredPath}, which is no program that can be started.`)
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...searchFolders]
  const candidates = programNames.flatMap(name => folders.map(folder => join(folder, name)))
  return [...candidates, ...macApps].find(isExecutable)
}

/** The machine's Chromium. @throws with advice when there is none. */
export function installedChromium(): string {
  const found = findChromium()
  if (found) return found
  throw new Error(installAdvice)
}

/** The machine's Chromium; installs Debian's first if there is none and the user is root. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) installFromDebian()
  return installedChromium()
}

function installFromDebian(): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 15 * 60_000,
    })
  try {
    apt('update')
    apt('install', '-y', 'chromium-headless-shell')
  } catch {
    throw new Error(`Chromium could not be installed from Debian. ${installAdvice}`)
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
