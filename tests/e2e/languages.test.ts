import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { directionOf } from '@/domain/data/languages'
import { formatPrice } from '@/domain/pricing/money'
import { mailFolder } from '@/server/gateways/mail'
import { translated } from '@/server/language'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { partsOf } from '../support/mail-server'
import { readIn, throughEveryPage } from '../support/screens'
import { english, sayIn } from '../support/texts'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

/** The narrowest phones that are still sold. */
const narrow = { width: 360, height: 740 }

/** Other widths at which words are short of room: two choices side by side, and the summary beside the step. */
const tight = [390, 1024]

/** What does not fit or is not written, in words; empty when all is well. */
const faultsOn = (page: Page) =>
  page.evaluate(() => {
    const named = 'h1, h2, label, legend, summary, dt, button, main a'
    const shown = [...document.querySelectorAll(named)].filter(part => part.checkVisibility())

    const textsIn = (part: Element): Text[] => {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      return texts
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []
    // What is for screen readers alone is one pixel wide, what stands in a line has no width of its own.
    const cut = shown
      .filter(part => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
      .map(({ textContent }) => `cut off: ${textContent}`)
    const unwritten = [...document.querySelectorAll('header, nav, main, aside, footer')]
      .flatMap(textsIn)
      .filter(({ data }) => /^[a-z][\w-]*(\.[a-z][\w-]*)+$|\{\{/.test(data.trim()))
      .map(({ data }) => `unwritten: ${data}`)
    return [...wide, ...cut, ...unwritten]
  })

/** Words that do not fit in a line, and go on in the next. */
const brokenOn = (page: Page) =>
  page.evaluate(() => {
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' })
    const linesOf = (text: Text, from: number, length: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, from + length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const broken = new Set<string>()
    // What a customer has typed may be one endless word.
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
      ({ parentElement }) =>
        parentElement?.checkVisibility() && !parentElement.closest('.wrap-anywhere, noscript')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_SKIP,
    )
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (linesOf(text, 0, text.length) < 2) continue
      // A word ends at a dash too; a line may end between two Chinese characters, but not in a word such as コード.
      for (const { segment, index } of words.segment(text.data))
        for (const { 0: word, index: at } of segment.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu))
          if (
            !/[\p{sc=Han}\p{sc=Hiragana}]/u.test(word) &&
            linesOf(text, index + at, word.length) > 1
          )
            broken.add(word)
    }
    return [...broken]
  })

for (const language of translated)
  test(`every page fits a narrow phone in ${language}`, async ({
    page,
    context,
    product,
    expectProblem,
  }) => {
    expectProblem(/404 \(Not Found\)/)
    await page.setViewportSize(narrow)
    await readIn(context, language, product.origin)
    await throughEveryPage(page, product.origin, async name => {
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language))
      expect.soft(await faultsOn(page), name).toEqual([])
      expect.soft(await brokenOn(page), name).toEqual([])
      for (const width of tight) {
        await page.setViewportSize({ ...narrow, width })
        expect.soft(await brokenOn(page), `${name}, ${width} px wide`).toEqual([])
      }
      await page.setViewportSize(narrow)
    })
  })

/** The text of the mails to an address, of a product that writes them to files. */
function mailsTo(email: string, dataDir: string): string {
  const folder = join(dataDir, mailFolder)
  if (!existsSync(folder)) return ''
  const sources = readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  return sources
    .filter(source => source.includes(`To: ${email}`))
    .map(source => partsOf(source)['text/plain'])
    .join('\n')
}

for (const language of ['de', 'ja'])
  test(`a permit is bought in ${language}, with the receipt and the mail in it`, async ({
    page,
    context,
    product,
  }) => {
    const say = sayIn(language)
    const email = `${language}@example.com`
    const total = formatPrice(6_910, 'USD', language)
    const { driver, photos, plan, review, payment, thankYou } = stepsIn(page, say)
    await page.setViewportSize(narrow)
    await readIn(context, language, product.origin)
    await driver.open()
    await driver.fill()
    await driver.email.fill(email)
    await driver.continue.click()
    await photos.isShown()
    await photos.addLater.click()
    await plan.isShown()
    await plan.digital.check()
    await plan.continue.click()
    await review.isShown()
    await expectNoAxeViolations(page)
    await review.continue.click()
    await payment.isShown()
    await payment.payWith(cards.good, total)
    await thankYou.isShown()

    await expectNoAxeViolations(page)
    expect(await faultsOn(page)).toEqual([])
    expect(await brokenOn(page)).toEqual([])
    const bought = say('plan.name.digital', { count: 3 })
    const receipt = page.getByRole('region', { name: say('thank-you:receipt.heading') })
    await expect(receipt).toContainText(bought)
    await expect(receipt).toContainText(total)
    await expect.poll(() => mailsTo(email, product.dataDir)).toContain(bought)
    expect(mailsTo(email, product.dataDir)).toContain(say('mails:confirmation.title'))
  })

test('a language without texts is found by typing; the order is in English, with its own countries', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  const { button, dialog, search, found, noneFound, apply } = preferences(page)
  await button.click()
  await search.fill('nichts')
  await expect(noneFound).toBeVisible()
  await search.fill('portu')
  await expect(found(1)).toBeVisible()
  await expectNoAxeViolations(page)
  await search.press('Tab')
  await page.keyboard.press('ArrowDown')
  const portuguese = dialog.getByRole('radio', { name: /Português/ })
  await portuguese.focus()
  await page.keyboard.press('Space')
  await expect(portuguese).toBeChecked()
  await apply.click()

  const notice = page.getByText(english('notice.untranslated'))
  await expect(notice).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(button).toContainText('PT · USD')
  await driver.isShown()
  await expect(page.getByRole('option', { name: 'Alemanha' })).not.toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.reload()
  await driver.isShown()
  await expect(notice).toBeHidden()
})
