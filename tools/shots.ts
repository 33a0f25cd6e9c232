import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { ensureBuild } from '@/commands/build-product'
import { root } from '@/commands/program'
import { translatedLanguages } from '@/server/texts/language'
import { chromiumArgs, ensureChromium } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'
import { setLanguage, visitEveryPage } from '../tests/support/visit-pages'

// Writes one sheet per language with every page, for proofreading:
//   npm run shots -- de ja 1280 http://localhost:3000
// Default: all languages at phone width, of a product started for it.
const args = process.argv.slice(2)
const languages = args.filter(word => translatedLanguages.includes(word))
const width = Number(args.find(word => /^\d+$/.test(word)) ?? 390)
const runningOrigin = args.find(word => word.startsWith('http'))
const unknown = args.filter(
  word => !(languages.includes(word) || word === runningOrigin || +word > 0),
)
if (unknown.length > 0) throw new Error(`No language, width or address: ${unknown.join(', ')}`)

if (!runningOrigin) await ensureBuild()
const product = runningOrigin ? undefined : await startProduct()
const origin = runningOrigin ?? (product?.origin as string)
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
try {
  for (const language of languages.length > 0 ? languages : translatedLanguages)
    process.stdout.write(`${await captureSheet(browser, language)}\n`)
} finally {
  await browser.close()
  await product?.stop()
}

/** Captures every page and writes the sheet; returns its path. */
async function captureSheet(browser: Browser, language: string): Promise<string> {
  const folder = join(root, 'test-results/shots')
  mkdirSync(join(folder, language), { recursive: true })
  const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'en-US' })
  await setLanguage(context, language, origin)
  const page = await context.newPage()
  const figures: string[] = []
  const capture = async (name: string) => {
    const picture = `${language}/${name}.${width}.png`
    await page.screenshot({ path: join(folder, picture), fullPage: true })
    figures.push(`<figure><figcaption>${name}</figcaption><img src="${picture}"></figure>`)
  }
  await visitEveryPage(page, origin, capture)
  await context.close()

  const sheet = join(folder, `${language}.${width}.html`)
  const style = 'body{display:flex;gap:24px;align-items:start;font:14px sans-serif;background:#ddd}'
  const head = `<meta charset="utf-8"><title>${language}</title><style>${style}figure{margin:0}</style>`
  writeFileSync(sheet, `<!doctype html><html lang="en">${head}${figures.join('\n')}</html>\n`)
  return sheet
}
