import type { Page } from '@playwright/test'
import { directionOf } from '@/domain/data/languages'
import { formatPrice } from '@/domain/pricing/money'
import { expect, test } from '../support/fixtures'
import { readShifts, watchShifts } from '../support/layout-shifts'
import {
  findAxeViolations,
  findCoveredControls,
  findInvisibleInForcedColours,
  findLayoutFaults,
  findOffscreenButtons,
  findUntranslatedTexts,
  measureCoveredShare,
  measureTexts,
  readPageLanguage,
  setTextSize,
} from '../support/page-checks'
import { createTranslate, translateEnglish } from '../support/texts'
import { setLanguage, visitEveryPage, visitOrderPages } from '../support/visit-pages'
import { express } from './pages/express'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }
const desktop = { width: 1280, height: 800 }

/**
 * From the narrowest phone to the layout with a summary column. The last one is the size the page
 * loads at.
 */
const sizes = [narrow, { width: 360, height: 740 }, { width: 1024, height: 768 }, desktop, phone]

/** Maximum bytes of texts in a page. */
const textBudget = 12_000

/** Maximum share of the viewport that fixed bars may cover, at any text size. */
const maxCoveredShare = 0.3

/**
 * Each script and direction, and the longest words. `npm run shots` shows every language, and lists
 * what does not fit.
 */
const sweptLanguages = ['en', 'ar', 'de', 'fa', 'he', 'ja', 'ru', 'th']

/**
 * English and those from right to left: the markup is the same in the others. Contrast is checked in
 * English only.
 */
const axeLanguages = ['en', 'ar', 'fa', 'he']
const findAxeViolationsIn = (page: Page, language: string) =>
  findAxeViolations(page, { contrast: language === 'en' })

/** Checks of a page in every swept language at every width; `html` adds those of a fresh load. */
async function expectSoundPage(
  page: Page,
  name: string,
  language: string,
  html?: string,
): Promise<void> {
  if (html) {
    expect.soft(await readShifts(page), `${name}: what moves by itself`).toEqual([])
    expect.soft(measureTexts(html), `${name}: bytes of texts`).toBeLessThanOrEqual(textBudget)
  }
  const spoken = { lang: language, dir: directionOf(language) }
  expect.soft(await readPageLanguage(page), name).toEqual(spoken)
  expect.soft(await findUntranslatedTexts(page), name).toEqual([])
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect.soft(await findLayoutFaults(page), `${name}, ${size.width} px wide`).toEqual([])
  }
}

/** Checks axe rules, forced colors and text at 200 %. */
async function expectAccessible(page: Page, name: string, language: string): Promise<void> {
  expect.soft(await findAxeViolationsIn(page, language), `${name}: violations`).toEqual([])
  expect
    .soft(await findInvisibleInForcedColours(page), `${name}: unseen in own colours`)
    .toEqual([])
  await setTextSize(page, '200%')
  for (const size of [phone, narrow]) {
    const label = `${name}, ${size.width} px wide, text of 200 %`
    await page.setViewportSize(size)
    expect.soft(await findLayoutFaults(page, { whole: false }), label).toEqual([])
    expect.soft(await measureCoveredShare(page), `${label}: covered`).toBeLessThan(maxCoveredShare)
  }
  await setTextSize(page)
  expect.soft(await findOffscreenButtons(page), `${name}: out of sight`).toEqual([])
  await page.setViewportSize(phone)
}

/** By page: submits its form with mistakes and waits for the error summary. */
function listMistakes(page: Page, language: string): Record<string, () => Promise<void>> {
  const translate = createTranslate(language)
  const { driver, payment } = stepPages(page, translate)
  const info = express(page, translate)
  const pay = async () => {
    await page
      .locator('main form')
      .getByRole('button', { name: formatPrice(8800, 'USD', language) })
      .click()
    await expect(payment.errorSummary).toBeVisible()
  }
  return {
    'first-visit': async () => {
      // The next page's link changes the checkout: a later save of this page would be stale.
      const save = page.waitForResponse(response => response.request().method() === 'PATCH')
      await driver.openSection('licence')
      await driver.continue.click()
      await expect(driver.errorSummary).toBeVisible()
      await save
    },
    'express-info': async () => {
      for (const section of ['you', 'licence'] as const) await info.openSection(section)
      await info.continue.click()
      await expect(info.errorSummary).toBeVisible()
    },
    'express-payment': pay,
    payment: pay,
  }
}

async function expectMistakesNamed(page: Page, name: string, language: string): Promise<void> {
  expect
    .soft(await findAxeViolationsIn(page, language), `${name} with mistakes: violations`)
    .toEqual([])
  for (const size of [narrow, phone]) {
    await page.setViewportSize(size)
    expect
      .soft(await findLayoutFaults(page), `${name} with mistakes, ${size.width} px wide`)
      .toEqual([])
  }
}

for (const language of sweptLanguages)
  test(`every page in ${language} fits every screen`, async ({
    page,
    context,
    product,
    expectProblem,
  }) => {
    expectProblem(/404 \(Not Found\)/)
    await watchShifts(page)
    await setLanguage(context, language, product.origin)
    const mistakes = listMistakes(page, language)
    await visitEveryPage(page, product.origin, async (name, html) => {
      await expectSoundPage(page, name, language, html)
      if (!axeLanguages.includes(language)) return
      await expectAccessible(page, name, language)
      if (!mistakes[name]) return
      await mistakes[name]()
      await expectMistakesNamed(page, name, language)
    })
    if (!axeLanguages.includes(language)) return

    const { plan } = stepPages(page, createTranslate(language))
    await plan.open()
    await waitUntilReady(page)
    await plan.addressLine.click()
    await plan.street.fill('')
    await plan.city.fill('')
    await plan.continue.click()
    await expect(plan.errorSummary).toBeVisible()
    await expectMistakesNamed(page, 'shipping', language)
    await plan.digital.check()
    expect
      .soft(await findAxeViolationsIn(page, language), 'shipping, digital: violations')
      .toEqual([])
  })

test('on a desktop every page of an order loads without layout shifts and has no violation @desktop', async ({
  page,
  product,
}) => {
  const popularHeading = page.getByRole('heading', {
    name: translateEnglish('driver-details:popular.heading'),
  })
  await watchShifts(page)
  await visitOrderPages(page, product.origin, async name => {
    if (name === 'driver-details') await expect(popularHeading).toBeVisible()
    expect.soft(await readShifts(page), `${name}: what moves by itself`).toEqual([])
    expect.soft(await findLayoutFaults(page), name).toEqual([])
    expect.soft(await findCoveredControls(page), name).toEqual([])
    expect.soft(await findAxeViolations(page), `${name}: violations`).toEqual([])
  })
})

/** Pages with an open first section, which fills a phone's first screen. */
const filledPages = ['first-visit', 'express-info']

test('the first paint waits for the content, on phones for that of the first screen', async ({
  page,
  product,
  expectProblem,
}) => {
  test.slow()
  expectProblem(/404 \(Not Found\)/)
  await visitEveryPage(page, product.origin, async (name, html) => {
    if (!html) return
    const awaited = [...html.matchAll(/<link rel="expect" blocking="render" href="#([\w-]+)"/g)]
    const count = (id = '') => html.split(` id="${id}"`).length - 1
    expect
      .soft(
        awaited.map(([, id]) => [id, count(id)]),
        name,
      )
      .toEqual([...(filledPages.includes(name) ? [['trip', 1]] : []), ['content-end', 1]])
  })
})
