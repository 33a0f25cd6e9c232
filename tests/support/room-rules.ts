import { posix } from 'node:path'
import { listImports, listStrings, stripComments, stripStrings } from './source-text'

/** Rooms a room may import from; its own is always allowed. An unlisted room is not allowed. */
const allowedImports: Record<string, string[]> = {
  domain: [],
  ui: [],
  styles: [],
  contract: ['domain'],
  sandbox: ['domain'],
  server: ['domain', 'contract'],
  commands: ['domain', 'contract', 'server'],
  client: ['domain', 'contract'],
  features: ['domain', 'contract', 'client', 'ui'],
  layouts: ['client', 'features'],
  pages: ['domain', 'client', 'features', 'layouts', 'ui', 'styles'],
  root: ['client', 'server'],
}

/** Packages allowed in the rooms that all others import. */
const allowedPackages: Record<string, string[]> = { domain: ['zod/mini'], contract: ['zod/mini'] }

const impurePatterns = [
  [/\bDate\.now\s*\(/, 'the clock'],
  [/\bnew Date\s*\(\s*\)/, 'the clock'],
  [/\bperformance\.now\s*\(/, 'the clock'],
  [/\bMath\.random\b/, 'chance'],
  [/\bcrypto\.\w/, 'chance'],
  [/\bprocess\.env\b/, 'the environment'],
  [/\bfetch\s*\(/, 'the network'],
  [/\bwindow\b/, 'the browser'],
] as const

// Left and right must be mirrored in Arabic; start and end are logical.
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

/** Every broken rule as one sentence; empty if there is none. */
export function findBrokenRules(files: SourceFile[]): string[] {
  return files.flatMap(file =>
    rules.flatMap(rule => rule(file).map(sentence => `${file.path} ${sentence}`)),
  )
}

const rules: ((file: SourceFile) => string[])[] = [
  checkKnownRoom,
  checkImports,
  checkServerSideProps,
  checkPackages,
  checkPurity,
  checkBarrels,
  checkRouteTests,
  checkApiRoutes,
  checkLogicalClasses,
  checkLogEvents,
  checkAttemptWrites,
]

export const isTest = (path: string) => /\.(test|spec)\.\w+$/.test(path)
export const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path)
const isPage = (path: string) => path.endsWith('.tsx') && findRoom(path) === 'pages'

/** The room of a path below `src`. */
function findRoom(path: string): string {
  if (path.startsWith('../')) return path.startsWith('../tests/') ? 'tests' : path
  const [first = '', ...rest] = path.split('/')
  if (rest.length > 0) return first
  return /^(instrumentation[\w-]*|proxy)(\.ts)?$/.test(path) || path.endsWith('.d.ts')
    ? 'root'
    : `${path} (at the root of src)`
}

/** The path below `src` that an import resolves to, or undefined for a package. */
export function resolveImport(importer: string, address: string): string | undefined {
  if (address.startsWith('@/')) return address.slice(2)
  if (address.startsWith('.')) return posix.join(posix.dirname(importer), address)
  return undefined
}

function checkKnownRoom({ path }: SourceFile): string[] {
  return findRoom(path) in allowedImports ? [] : ['stands in no known room']
}

function checkImports({ path, text }: SourceFile): string[] {
  if (!isCode(path)) return []
  const importerRoom = findRoom(path)
  return listImports(text).flatMap(address => {
    const to = resolveImport(path, address)
    if (
      to === undefined ||
      (isPage(path) && /^server\/pages\/(?:step|handoff|links|open-order)-page(\.ts)?$/.test(to)) ||
      // Next renders the document on the server alone.
      (path === 'pages/_document.tsx' && to === 'server/http/inline-parts')
    )
      return []
    const room = findRoom(to)
    if (room === 'tests' && isTest(path)) return []
    if (room !== importerRoom)
      return allowedImports[importerRoom]?.includes(room) ? [] : [`imports ${address}`]
    // A test may combine features, as a page does.
    const isForeignFeature =
      room === 'features' && !isTest(path) && to.split('/')[1] !== path.split('/')[1]
    return isForeignFeature ? [`imports another feature, ${address}`] : []
  })
}

// Next drops the import from the client bundle only when nothing else in the file uses it.
function checkServerSideProps({ path, text }: SourceFile): string[] {
  if (!isPage(path)) return []
  const code = stripComments(text)
  const imports =
    /^(import|export)\s+(type\s+)?([^'"]*?)\s+from\s*['"](?:@|[./]+)\/server\/pages\/(?:step|handoff|links)-page(?:\.ts)?['"]/gm
  return [...code.matchAll(imports)].flatMap(([statement, keyword, isType, names = '']) => {
    if (isType) return []
    if (keyword === 'export') {
      const isAllowed = /^\{\s*(?:\w+ as )?getServerSideProps,?\s*\}$/.test(names)
      return isAllowed ? [] : ['passes on a page of the server']
    }
    const rest = stripServerSideProps(code.replace(statement, ''))
    return parseLocalNames(names)
      .filter(name => new RegExp(String.raw`\b${name}\b`).test(rest))
      .map(name => `uses ${name} of the server outside getServerSideProps`)
  })
}

function stripServerSideProps(code: string): string {
  // In formatted code a top-level statement lasts until the next line that starts with a word.
  return code.replace(
    /^export (?:const|async function|function) getServerSideProps\b.*\n(?:(?![a-zA-Z]).*\n?)*/m,
    '',
  )
}

function parseLocalNames(names: string): string[] {
  return names
    .replace(/[{}]/g, '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name && !name.startsWith('type '))
    .map(name => name.split(/\s+as\s+/).at(-1) ?? name)
}

function checkPackages({ path, text }: SourceFile): string[] {
  const allowed = allowedPackages[findRoom(path)]
  if (!allowed || !isCode(path) || isTest(path)) return []
  return listImports(text)
    .filter(address => resolveImport(path, address) === undefined && !allowed.includes(address))
    .map(address => `uses the package ${address}`)
}

function checkPurity({ path, text }: SourceFile): string[] {
  if (findRoom(path) !== 'domain' || !isCode(path) || isTest(path)) return []
  const code = stripStrings(text)
  return impurePatterns
    .filter(([pattern]) => pattern.test(code))
    .map(([, dependency]) => `depends on ${dependency}`)
}

function checkBarrels({ path, text }: SourceFile): string[] {
  if (!isCode(path) || findRoom(path).startsWith('pages')) return []
  const reexports = /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'"]*?from\s*['"][^'"]+['"];?/g
  const code = stripComments(text)
  const rest = code.replace(reexports, '').trim()
  return rest === '' && code.trim() !== '' ? ['only passes on what others export'] : []
}

function checkRouteTests({ path }: SourceFile): string[] {
  const isAmongRoutes = path.startsWith('pages/') && isTest(path)
  return isAmongRoutes ? ['would become a route: tests stand elsewhere'] : []
}

// Calls have one way to their use case: the table of the server.
function checkApiRoutes({ path }: SourceFile): string[] {
  return path.startsWith('pages/api/') ? ['routes a call outside server/routes.ts'] : []
}

/** Operators alert on `event`, so every line of the log has one. */
function checkLogEvents({ path, text }: SourceFile): string[] {
  if (findRoom(path) !== 'server' || isTest(path)) return []
  const calls = /\blog\??\.(?:warn|error|info|debug)\((?!\s*\{\s*event:)/g
  return [...stripComments(text).matchAll(calls)].map(() => 'logs a line without an event')
}

/** The transitions of an attempt read as one table. */
function checkAttemptWrites({ path, text }: SourceFile): string[] {
  if (path === 'server/payments/attempt-repository.ts' || isTest(path)) return []
  const writes = /\.(?:insert|update|delete)\(\s*attempts\s*\)/g
  return [...text.matchAll(writes)].map(() => 'changes attempts outside their repository')
}

function checkLogicalClasses({ path, text }: SourceFile): string[] {
  if (!['ui', 'features', 'layouts', 'pages'].includes(findRoom(path)) || !isCode(path)) return []
  const found = listStrings(text).flatMap(words => words.split(/\s+/))
  const physical = found.filter(word => physicalClass.test(word.replace(/^.*:(?=-?[a-z])/, '')))
  return physical.map(word => `has a left or right of its own: ${word}`)
}
