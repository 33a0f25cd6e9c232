import { posix } from 'node:path'
import { importsIn, stringsIn, withoutComments, withoutStrings } from './source-text'

/** Which rooms a room may import from; itself always. A room not named here is not allowed. */
const mayImport: Record<string, string[]> = {
  domain: [],
  ui: [],
  styles: [],
  contract: ['domain'],
  sandbox: ['domain'],
  server: ['domain', 'contract'],
  commands: ['domain', 'server'],
  client: ['domain', 'contract'],
  features: ['domain', 'contract', 'client', 'ui'],
  pages: ['domain', 'client', 'features', 'ui', 'styles'],
  'pages/api': ['contract', 'server'],
  root: ['client', 'server'],
}

/** Packages allowed in rooms that every other room rests on. */
const mayUse: Record<string, string[]> = { domain: ['zod/mini'], contract: ['zod/mini'] }

const impure = [
  [/\bDate\.now\s*\(/, 'the clock'],
  [/\bnew Date\s*\(\s*\)/, 'the clock'],
  [/\bperformance\.now\s*\(/, 'the clock'],
  [/\bMath\.random\b/, 'chance'],
  [/\bcrypto\.\w/, 'chance'],
  [/\bprocess\.env\b/, 'the environment'],
  [/\bfetch\s*\(/, 'the network'],
  [/\bwindow\b/, 'the browser'],
] as const

// Left and right of a page turn around in Arabic; start and end do not have to.
const physicalClass = new RegExp(
  String.raw`(?<![\w-])-?(?:` +
    String.raw`(?:(?:scroll-)?[mp][lr]|left|right)-(?:\d|\[|\(|auto|px|full)` +
    String.raw`|(?:text|float)-(?:left|right)(?![\w-])` +
    '|(?:rounded-(?:l|r|tl|tr|bl|br)|border-[lr])(?![a-z]))',
)

/** A source file: its path below `src`, and its text. */
export interface SourceFile {
  path: string
  text: string
}

/** Every broken rule of the rooms, one sentence each; empty when the sources keep them all. */
export function brokenRules(files: SourceFile[]): string[] {
  return files.flatMap(file =>
    rules.flatMap(rule => rule(file).map(sentence => `${file.path} ${sentence}`)),
  )
}

const rules: ((file: SourceFile) => string[])[] = [
  standsInKnownRoom,
  importsOnlyDownwards,
  leavesServerToServerSideProps,
  usesAllowedPackages,
  isPureInDomain,
  isNoBarrel,
  isNoTestAmongRoutes,
  leavesBodyToServer,
  usesLogicalClasses,
]

export const isTest = (path: string) => /\.(test|spec)\.\w+$/.test(path)
export const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path)
const isPage = (path: string) => path.endsWith('.tsx') && roomOf(path) === 'pages'

/** The room a path below `src` stands in. */
function roomOf(path: string): string {
  if (path.startsWith('../')) return path.startsWith('../tests/') ? 'tests' : path
  if (path.startsWith('pages/api/')) return 'pages/api'
  const [first = '', ...rest] = path.split('/')
  if (rest.length > 0) return first
  return /^(instrumentation[\w-]*|proxy)(\.ts)?$/.test(path) || path.endsWith('.d.ts')
    ? 'root'
    : `${path} (at the root of src)`
}

/** The path below `src` that an import leads to, or undefined for a package. */
export function target(from: string, address: string): string | undefined {
  if (address.startsWith('@/')) return address.slice(2)
  if (address.startsWith('.')) return posix.join(posix.dirname(from), address)
  return undefined
}

function standsInKnownRoom({ path }: SourceFile): string[] {
  return roomOf(path) in mayImport ? [] : ['stands in no known room']
}

function importsOnlyDownwards({ path, text }: SourceFile): string[] {
  if (!isCode(path)) return []
  const from = roomOf(path)
  return importsIn(text).flatMap(address => {
    const to = target(path, address)
    if (
      to === undefined ||
      (isPage(path) && /^server\/pages\/(?:step|handoff|links)-page(\.ts)?$/.test(to))
    )
      return []
    const room = roomOf(to)
    if (room === 'tests' && isTest(path)) return []
    if (room !== from) return mayImport[from]?.includes(room) ? [] : [`imports ${address}`]
    // A test puts features together as a page does.
    const isForeignFeature =
      room === 'features' && !isTest(path) && to.split('/')[1] !== path.split('/')[1]
    return isForeignFeature ? [`imports another feature, ${address}`] : []
  })
}

// Next drops the import from the browser's build only when nothing else in the file uses it.
function leavesServerToServerSideProps({ path, text }: SourceFile): string[] {
  if (!isPage(path)) return []
  const code = withoutComments(text)
  const imports =
    /^(import|export)\s+(type\s+)?([^'"]*?)\s+from\s*['"](?:@|[./]+)\/server\/pages\/(?:step|handoff|links)-page(?:\.ts)?['"]/gm
  return [...code.matchAll(imports)].flatMap(([statement, keyword, isType, names = '']) => {
    if (isType) return []
    if (keyword === 'export') {
      const isAllowed = /^\{\s*(?:\w+ as )?getServerSideProps,?\s*\}$/.test(names)
      return isAllowed ? [] : ['passes on a page of the server']
    }
    const rest = withoutServerSideProps(code.replace(statement, ''))
    return localNames(names)
      .filter(name => new RegExp(String.raw`\b${name}\b`).test(rest))
      .map(name => `uses ${name} of the server outside getServerSideProps`)
  })
}

function withoutServerSideProps(code: string): string {
  // Formatted code: a statement at the top level lasts until the next line starting with a word.
  return code.replace(
    /^export (?:const|async function|function) getServerSideProps\b.*\n(?:(?![a-zA-Z]).*\n?)*/m,
    '',
  )
}

function localNames(names: string): string[] {
  return names
    .replace(/[{}]/g, '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name && !name.startsWith('type '))
    .map(name => name.split(/\s+as\s+/).at(-1) ?? name)
}

function usesAllowedPackages({ path, text }: SourceFile): string[] {
  const allowed = mayUse[roomOf(path)]
  if (!allowed || !isCode(path) || isTest(path)) return []
  return importsIn(text)
    .filter(address => target(path, address) === undefined && !allowed.includes(address))
    .map(address => `uses the package ${address}`)
}

function isPureInDomain({ path, text }: SourceFile): string[] {
  if (roomOf(path) !== 'domain' || !isCode(path) || isTest(path)) return []
  const code = withoutStrings(text)
  return impure.filter(([sign]) => sign.test(code)).map(([, what]) => `depends on ${what}`)
}

function isNoBarrel({ path, text }: SourceFile): string[] {
  if (!isCode(path) || roomOf(path).startsWith('pages')) return []
  const passedOn = /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'"]*?from\s*['"][^'"]+['"];?/g
  const code = withoutComments(text)
  const rest = code.replace(passedOn, '').trim()
  return rest === '' && code.trim() !== '' ? ['only passes on what others export'] : []
}

function isNoTestAmongRoutes({ path }: SourceFile): string[] {
  const isAmongRoutes = path.startsWith('pages/') && isTest(path)
  return isAmongRoutes ? ['would become a route: tests stand elsewhere'] : []
}

// With the framework's parser on, the server would find every body read already.
function leavesBodyToServer({ path, text }: SourceFile): string[] {
  if (roomOf(path) !== 'pages/api') return []
  const isOff = text.includes('export const config = { api: { bodyParser: false } }')
  return isOff ? [] : ['does not leave the body to the server']
}

function usesLogicalClasses({ path, text }: SourceFile): string[] {
  if (!['ui', 'features', 'pages'].includes(roomOf(path)) || !isCode(path)) return []
  const found = stringsIn(text).flatMap(words => words.split(/\s+/))
  const physical = found.filter(word => physicalClass.test(word.replace(/^.*:(?=-?[a-z])/, '')))
  return physical.map(word => `has a left or right of its own: ${word}`)
}
