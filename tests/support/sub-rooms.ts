import { posix } from 'node:path'
import { isCode, isTest, resolveImport, type SourceFile } from './room-rules'
import { listImports } from './source-text'

/**
 * The sub-rooms of each large room, from bottom to top: a file may import from its own sub-room and
 * those listed before it. Loose files compose the room and have their own position.
 */
export const subRooms: Record<string, readonly string[]> = {
  domain: [
    'data',
    'input',
    'dates',
    'catalog',
    'pricing',
    'checkout',
    'destinations',
    'phone',
    'photos',
    'driver',
    'analytics',
    'links',
    'payments',
    'address',
    'step-access.ts',
  ],
  client: [
    'browser',
    'api',
    'texts',
    'store',
    'photos',
    'pickers',
    'checkout',
    'format',
    'analytics',
    'payments',
    'deferred-startup.ts',
  ],
  server: [
    'config',
    'infra',
    'db',
    'http',
    'texts',
    'catalog',
    'gateways',
    'backend.ts',
    'api',
    'limits',
    'checkout',
    'marketing',
    'outbox',
    'partners',
    'photos',
    'links',
    'payments',
    'orders',
    'mails',
    'pages',
    'metrics',
    'jobs',
    'routes.ts',
  ],
}

/**
 * The provider loads the deferred start-up with `import()`, after everything the customer waits
 * for.
 */
const lazyImports = ['client/checkout/checkout-provider.tsx > client/deferred-startup.ts']

const smallestFolder = 3
const largestFolder = 25

/** Imports against the order of the sub-rooms, and files in an unlisted sub-room. */
export function wrongWays(files: SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  return files.flatMap(file => {
    const [room = '', subRoom = ''] = file.path.split('/')
    const order = subRooms[room]
    if (!order || !isCode(file.path) || isTest(file.path)) return []
    if (!order.includes(subRoom)) return [`${file.path} is in no known sub-room`]
    return importedFiles(file, paths).flatMap(to => {
      const [toRoom, toSubRoom = ''] = to.split('/')
      const isDownwards = order.indexOf(toSubRoom) <= order.indexOf(subRoom)
      if (toRoom !== room || isDownwards || lazyImports.includes(`${file.path} > ${to}`)) return []
      return [`${file.path} imports ${to}`]
    })
  })
}

/** Files that import each other in a cycle; type imports count. */
export function circles(files: SourceFile[]): string[][] {
  const code = files.filter(({ path }) => isCode(path) && !isTest(path))
  const paths = new Set(code.map(({ path }) => path))
  const imports = new Map(code.map(file => [file.path, importedFiles(file, paths)]))
  // Repeatedly drops files without remaining imports; what is left is on a cycle or leads to one.
  const isDone = ([, targets]: [string, string[]]) => targets.every(to => !imports.has(to))
  for (let done = [...imports].filter(isDone); done.length > 0; done = [...imports].filter(isDone))
    for (const [path] of done) imports.delete(path)
  return [...imports].map(([path, targets]) => [path, ...targets.filter(to => imports.has(to))])
}

/** Folders of a large room with too few or too many files, not counting tests. */
export function wrongSizes(files: SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = posix.dirname(path)
    const isCounted = isCode(path) && !isTest(path) && folder.includes('/')
    if (isCounted && (folder.split('/')[0] ?? '') in subRooms)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count < smallestFolder || count > largestFolder)
    .map(([folder, count]) => `${folder} has ${count} files`)
}

function importedFiles({ path, text }: SourceFile, paths: ReadonlySet<string>): string[] {
  return listImports(text).flatMap(address => {
    const to = resolveImport(path, address)
    const file = to && [to, `${to}.ts`, `${to}.tsx`].find(candidate => paths.has(candidate))
    return file && file !== path ? [file] : []
  })
}
