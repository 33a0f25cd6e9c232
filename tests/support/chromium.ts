import {
  ensureProgram,
  findOnPath,
  isExecutable,
  requireProgram,
  type SystemProgram,
} from './debian-package'

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
function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath) {
    if (isExecutable(configuredPath)) return configuredPath
    throw new Error(`CHROMIUM_PATH is ${configuredPath}, which is no program that can be started.`)
  }
  return findOnPath(programNames, searchFolders) ?? macApps.find(isExecutable)
}

const chromium: SystemProgram = {
  packageName: 'chromium-headless-shell',
  find: findChromium,
  advice: installAdvice,
}

/** The machine's Chromium. @throws with advice when there is none. */
export const installedChromium = (): string => requireProgram(chromium)

/** The machine's Chromium; installs Debian's first if there is none and the user is root. */
export const ensureChromium = (): string => ensureProgram(chromium)
