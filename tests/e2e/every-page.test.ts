import type { Page } from '@playwright/test'
import { directionOf } from '@/domain/data/languages'
import { formatPrice } from '@/domain/pricing/money'
import { translated } from '@/server/texts/language'
import { expect, test } from '../support/fixtures'
import { shiftsOf, watchShifts } from '../support/layout-shifts'
import {
  coveredControls,
  coveredPart,
  faultsOn,
  outOfSight,
  setTextSize,
  sizeOfTexts,
  spokenOn,
  unseenInOwnColours,
  unwrittenOn,
  violationsOn,
} from '../support/page-checks'
import { readIn, throughEveryPage, throughOrders } from '../support/screens'
import { english, sayIn } from '../support/texts'
import { express } from './pages/express'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }
const desktop = { width: 1280, height: 800 }

/** From the narrowest that is still sold to where the summary is beside the step; the last is the one it is loaded at. */
const sizes = [narrow, { width: 360, height: 740 }, { width: 1024, height: 768 }, desktop, phone]

/** Bytes that the texts may add to a page. */
const textBudget = 12_000

/** The part of a screen that bars may cover, however large its text is. */
const mostCovered = 0.4

/** One language of each direction: the markup is the same in the others, and the colours are those of English. */
const closer = ['en', 'ar']
const axeIn = (page: Page, language: string) => violationsOn(page, { contrast: language === 'en' })

/** What must be true of a page that was just loaded, in every language and at every width. */
async function isWhole(page: Page, name: string, language: string, html?: string): Promise<void> {
  if (html) {
    expect.soft(await shiftsOf(page), `${name}: what moves by itself`).toEqual([])
    expect.soft(sizeOfTexts(html), `${name}: bytes of texts`).toBeLessThanOrEqual(textBudget)
  }
  const spoken = { lang: language, dir: directionOf(language) }
  expect.soft(await spokenOn(page), name).toEqual(spoken)
  expect.soft(await unwrittenOn(page), name).toEqual([])
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect.soft(await faultsOn(page), `${name}, ${size.width} px wide`).toEqual([])
  }
}

/** A page is read and used by every customer: with a screen reader, with text of 200 %, in colours of their own. */
async function isForEverybody(page: Page, name: string, language: string): Promise<void> {
  expect.soft(await axeIn(page, language), `${name}: violations`).toEqual([])
  expect.soft(await unseenInOwnColours(page), `${name}: unseen in own colours`).toEqual([])
  await setTextSize(page, '200%')
  for (const size of [phone, narrow]) {
    const at = `${name}, ${size.width} px wide, text of 200 %`
    await page.setViewportSize(size)
    expect.soft(await faultsOn(page, { whole: false }), at).toEqual([])
    expect.soft(await coveredPart(page), `${at}: covered`).toBeLessThan(mostCovered)
  }
  await setTextSize(page)
  expect.soft(await outOfSight(page), `${name}: out of sight`).toEqual([])
  await page.setViewportSize(phone)
}

/** Sends each form with mistakes in it, by the name of its page, and waits until they are named. */
function mistakesIn(page: Page, language: string): Record<string, () => Promise<void>> {
  const say = sayIn(language)
  const { driver, payment } = stepsIn(page, say)
  const info = express(page, say)
  const pay = async () => {
    await page
      .locator('main form')
      .getByRole('button', { name: formatPrice(8800, 'USD', language) })
      .click()
    await expect(payment.errorSummary).toBeVisible()
  }
  return {
    'first-visit': async () => {
      await driver.continue.click()
      await expect(driver.errorSummary).toBeVisible()
    },
    'express-info': async () => {
      await info.continue.click()
      await expect(info.errorSummary).toBeVisible()
    },
    'express-payment': pay,
    payment: pay,
  }
}

async function namesMistakes(page: Page, name: string, language: string): Promise<void> {
  expect.soft(await axeIn(page, language), `${name} with mistakes: violations`).toEqual([])
  for (const size of [narrow, phone]) {
    await page.setViewportSize(size)
    expect.soft(await faultsOn(page), `${name} with mistakes, ${size.width} px wide`).toEqual([])
  }
}

for (const language of translated)
  test(`every page in ${language} is whole on every screen`, async ({
    page,
    context,
    product,
    expectProblem,
  }) => {
    expectProblem(/404 \(Not Found\)/)
    await watchShifts(page)
    await readIn(context, language, product.origin)
    const mistakes = mistakesIn(page, language)
    await throughEveryPage(page, product.origin, async (name, html) => {
      await isWhole(page, name, language, html)
      if (!closer.includes(language)) return
      await isForEverybody(page, name, language)
      if (!mistakes[name]) return
      await mistakes[name]()
      await namesMistakes(page, name, language)
    })
    if (!closer.includes(language)) return

    const { plan } = stepsIn(page, sayIn(language))
    await plan.open()
    await isReady(page)
    await plan.street.fill('')
    await plan.city.fill('')
    await plan.continue.click()
    await expect(plan.errorSummary).toBeVisible()
    await namesMistakes(page, 'shipping', language)
    await plan.digital.check()
    expect.soft(await axeIn(page, language), 'shipping, digital: violations').toEqual([])
  })

test('on a desktop every page of an order loads without moving, and has no violation @desktop', async ({
  page,
  product,
}) => {
  const popular = page.getByRole('heading', { name: english('driver-details:popular.heading') })
  await watchShifts(page)
  await throughOrders(page, product.origin, async name => {
    if (name === 'driver-details') await expect(popular).toBeVisible()
    expect.soft(await shiftsOf(page), `${name}: what moves by itself`).toEqual([])
    expect.soft(await faultsOn(page), name).toEqual([])
    expect.soft(await coveredControls(page), name).toEqual([])
    expect.soft(await violationsOn(page), `${name}: violations`).toEqual([])
  })
})
