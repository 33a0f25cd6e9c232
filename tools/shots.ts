import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureBuild } from '@/commands/build-product'
import { root } from '@/commands/program'
import { translatedLanguages } from '@/server/texts/language'
import { chromiumArgs, ensureChromium } from '../tests/support/chromium'
import { findLayoutFaults, setTextSize } from '../tests/support/page-checks'
import { withProduct } from '../tests/support/product'
import { setLanguage, visitEveryPage } from '../tests/support/visit-pages'

// Writes one sheet per language with every page, for proofreading, and prints what does not fit:
//   npm run shots -- de ja 1280 http://localhost:3000
// Default: all languages at phone width, each of a product started for it: one address may create
// only so many orders.
const args = process.argv.slice(2)
const languages = args.filter(word => translatedLanguages.includes(word))
const width = Number(args.find(word => /^\d+$/.test(word)) ?? 390)
const runningOrigin = args.find(word => word.startsWith('http'))
const unknown = args.filter(
  word => !(languages.includes(word) || word === runningOrigin || +word > 0),
)
if (unknown.length > 0) throw new Error(`No language, width or address: ${unknown.join(', ')}`)

const screens: [width: number, textSize: string][] = [
  ...[320, 360, 390, 1024, 1280].map((screen): [number, string] => [screen, '']),
  [320, '200%'],
  [390, '200%'],
]

if (!runningOrigin) await ensureBuild()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
try {
  for (const language of languages.length > 0 ? languages : translatedLanguages) {
    if (runningOrigin) await captureSheet(browser, language, runningOrigin)
    else await withProduct(({ origin }) => captureSheet(browser, language, origin))
  }
} finally {
  await browser.close()
}

/** Captures every page, writes the sheet, and prints its path and the faults. */
async function captureSheet(browser: Browser, language: string, origin: string): Promise<void> {
  const folder = join(root, 'test-results/shots')
  mkdirSync(join(folder, language), { recursive: true })
  const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'en-US' })
  // The runner of this script names functions with a helper, which pages do not have.
  await context.addInitScript({ content: 'globalThis.__name = named => named' })
  await setLanguage(context, language, origin)
  const page = await context.newPage()
  const figures: string[] = []
  const faults: string[] = []
  await visitEveryPage(page, origin, async name => {
    const picture = `${language}/${name}.${width}.png`
    await page.screenshot({ path: join(folder, picture), fullPage: true })
    figures.push(`<figure><figcaption>${name}</figcaption><img src="${picture}"></figure>`)
    faults.push(...(await findFaults(page)).map(fault => `  ${name}: ${fault}`))
  })
  await context.close()

  const sheet = join(folder, `${language}.${width}.html`)
  const style = 'body{display:flex;gap:24px;align-items:start;font:14px sans-serif;background:#ddd}'
  const head = `<meta charset="utf-8"><title>${language}</title><style>${style}figure{margin:0}</style>`
  writeFileSync(sheet, `<!doctype html><html lang="en">${head}${figures.join('\n')}</html>\n`)
  process.stdout.write([`${sheet} faults: ${faults.length}`, ...faults, ''].join('\n'))
}

/** What does not fit on screens of all widths, and with text of 200 % on phones. */
async function findFaults(page: Page): Promise<string[]> {
  const height = page.viewportSize()?.height ?? 844
  const found: string[] = []
  for (const [screen, textSize] of screens) {
    await page.setViewportSize({ width: screen, height })
    await setTextSize(page, textSize)
    const faults = await findLayoutFaults(page, { whole: !textSize })
    found.push(...faults.map(fault => `${screen} px ${textSize}: ${fault}`))
  }
  await setTextSize(page)
  await page.setViewportSize({ width, height })
  return found
}
