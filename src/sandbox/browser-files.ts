import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Not relative to this file, which the build bundles.
const FOLDER = join(process.cwd(), 'src/sandbox/browser')
const IMPORT = /^import \{[^}]*\} from '\.\/([\w-]+\.js)'\n/gm

export interface BrowserFile {
  type: string
  content: string
}

const SCRIPTS = [
  'approve.js',
  'challenge.js',
  'express.js',
  'field.js',
  'payment.js',
  'paypal.js',
  'stripe.js',
  'wallet.js',
]
const STYLES = ['decision.css', 'express.css', 'field.css', 'payment.css']

/** Returns a browser file by name, or undefined. Each script is bundled into one classic script. */
export function findBrowserFile(name: string): BrowserFile | undefined {
  if (STYLES.includes(name)) return { type: 'text/css', content: readSource(name) }
  if (!SCRIPTS.includes(name)) return undefined
  const modules = collectModules(name, []).map(stripModuleSyntax)
  return {
    type: 'text/javascript',
    content: `(() => {\n'use strict'\n${modules.join('\n')}\n})()\n`,
  }
}

/** The script and its imports, each once, dependencies first. */
function collectModules(name: string, visited: string[]): string[] {
  if (visited.includes(name)) return []
  visited.push(name)
  const content = readSource(name)
  const dependencies = [...content.matchAll(IMPORT)].flatMap(([, file]) =>
    collectModules(file ?? '', visited),
  )
  return [...dependencies, content]
}

// Names are unique across the modules of a script, so they can share one scope.
function stripModuleSyntax(content: string): string {
  return content.replace(IMPORT, '').replace(/^export /gm, '')
}

function readSource(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}
