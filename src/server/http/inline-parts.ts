import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uncaught } from '@/domain/analytics/error-report'

/** Text that the document contains, and the source that allows it in the content security policy. */
export interface InlinePart {
  text: string
  /** `'sha256-…'` with its quotes. */
  source: string
}

/** A part of the document with the source that allows it. */
export const createInlinePart = (text: string): InlinePart => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
})

/**
 * Script for the page's head if errors are reported: collects the first few, uncaught ones
 * included, until the reporter is loaded. Contains no characters that HTML would escape.
 */
export const earlyErrorsScript = createInlinePart(
  'idaFaults=[];for(const n of[`error`,`unhandledrejection`])addEventListener(n,function(e){' +
    `idaFaults.length==9||idaFaults.push([\`${uncaught}\`,e.error||e.reason])})`,
)

/**
 * Nonce of inline styles, one per process: PayPal's script needs one for the styles of its button.
 * Scripts have no nonce.
 */
export const styleNonce = randomBytes(16).toString('base64')

interface PageStyles extends InlinePart {
  /** The address of the same sheet as a file. */
  address: string
}

let pageStyles: PageStyles | undefined

/**
 * The build's style sheet, inline so that a first visit paints without a second request. Undefined
 * without a build: in development Next adds the styles by script.
 */
export function getPageStyles(): PageStyles | undefined {
  if (process.env.NODE_ENV !== 'production') return undefined
  pageStyles ??= readPageStyles()
  return pageStyles
}

function readPageStyles(): PageStyles | undefined {
  const sheet = findStyleSheet()
  if (!sheet) return undefined
  const part = createInlinePart(readFileSync(join('.next', sheet), 'utf8'))
  return { ...part, address: `/checkouts/_next/${sheet}` }
}

/** The build's style sheet, as a path in `.next` and below `/_next/`; undefined without a build. */
export function findStyleSheet(): string | undefined {
  const manifest = join('.next', 'build-manifest.json')
  if (!existsSync(manifest)) return undefined
  const { pages } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    pages: Record<string, string[]>
  }
  return pages['/_app']?.find(file => file.endsWith('.css'))
}
