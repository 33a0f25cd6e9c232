import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { ensureBuild } from '@/commands/build-product'
import { root } from '@/commands/program'
import { translated } from '@/server/texts/language'
import { chromiumArgs, ensureChromium } from '../tests/support/chromium'
import { startProduct } from '../tests/support/product'
import { readIn, throughEveryPage } from '../tests/support/screens'

// A sheet per language with every page on it, for reading through:
//   npm run shots -- de ja 1280 http://localhost:3000
// Without words: all languages, as on a phone, of a product started for it.
const given = process.argv.slice(2)
const languages = given.filter(word => translated.includes(word))
const width = Number(given.find(word => /^\d+$/.test(word)) ?? 390)
const running = given.find(word => word.startsWith('http'))
const unknown = given.filter(word => !(languages.includes(word) || word === running || +word > 0))
if (unknown.length > 0) throw new Error(`No language, width or address: ${unknown.join(', ')}`)

if (!running) await ensureBuild()
const product = running ? undefined : await startProduct()
const origin = running ?? (product?.origin as string)
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
try {
  for (const language of languages.length > 0 ? languages : translated)
    process.stdout.write(`${await sheetOf(browser, language)}\n`)
} finally {
  await browser.close()
  await product?.stop()
}

/** Takes a picture of every page and writes the sheet; answers with its place. */
async function sheetOf(browser: Browser, language: string): Promise<string> {
  const folder = join(root, 'test-results/shots')
  mkdirSync(join(folder, language), { recursive: true })
  const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'en-US' })
  await readIn(context, language, origin)
  const page = await context.newPage()
  const figures: string[] = []
  const shoot = async (name: string) => {
    const picture = `${language}/${name}.${width}.png`
    await page.screenshot({ path: join(folder, picture), fullPage: true })
    figures.push(`<figure><figcaption>${name}</figcaption><img src="${picture}"></figure>`)
  }
  await throughEveryPage(page, origin, shoot)
  await context.close()

  const sheet = join(folder, `${language}.${width}.html`)
  const style = 'body{display:flex;gap:24px;align-items:start;font:14px sans-serif;background:#ddd}'
  const head = `<meta charset="utf-8"><title>${language}</title><style>${style}figure{margin:0}</style>`
  writeFileSync(sheet, `<!doctype html><html lang="en">${head}${figures.join('\n')}</html>\n`)
  return sheet
}
