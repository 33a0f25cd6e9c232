import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionOf } from '@/domain/data/languages'
import { formatPrice } from '@/domain/pricing/money'
import { mailFolder } from '@/server/config/variables'
import { expect, test } from '../support/fixtures'
import { parseParts } from '../support/mail-server'
import { findAxeViolations } from '../support/page-checks'
import { createTranslate } from '../support/texts'
import { setLanguage } from '../support/visit-pages'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** Text of all mails to an address, read from the product's mail files. */
function readMailsTo(email: string, dataDir: string): string {
  const folder = join(dataDir, mailFolder)
  if (!existsSync(folder)) return ''
  const sources = readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  return sources
    .filter(source => source.includes(`To: ${email}`))
    .map(source => parseParts(source)['text/plain'])
    .join('\n')
}

for (const language of ['de', 'ja', 'ar'])
  test(`a permit is bought in ${language}, with the receipt and the mail in that language`, async ({
    page,
    context,
    product,
  }) => {
    const translate = createTranslate(language)
    const email = `${language}@example.com`
    const total = formatPrice(4_410, 'USD', language)
    const { driver, photos, plan, review, payment, thankYou } = stepPages(page, translate)
    await setLanguage(context, language, product.origin)
    await driver.open()
    await driver.fill()
    await driver.openSection('you')
    await driver.email.fill(email)
    await expect(driver.email).toHaveCSS('direction', 'ltr')
    await driver.continue.click()
    await photos.expectShown()
    await photos.addLater.click()
    await plan.expectShown()
    const printed = await plan.printed.boundingBox()
    const isRadioLeft = Number(printed?.x) < Number(page.viewportSize()?.width) / 2
    expect(isRadioLeft ? 'ltr' : 'rtl', 'the way of choices').toBe(directionOf(language))
    await plan.digital.check()
    await plan.continue.click()
    await review.expectShown()
    await review.continue.click()
    await payment.expectShown()
    await payment.payWith(cards.good, total)
    await thankYou.expectShown()

    const planName = translate('plan.name.digital', { count: 3 })
    const receipt = page.getByRole('region', { name: translate('thank-you:receipt.heading') })
    await expect(receipt).toContainText(planName)
    await expect(receipt).toContainText(total)
    await expect.poll(() => readMailsTo(email, product.dataDir)).toContain(planName)
    expect(readMailsTo(email, product.dataDir)).toContain(translate('mails:confirmation.title'))
  })

test('a language is found by typing; the order and its country names are in it', async ({
  page,
}) => {
  await stepPages(page).driver.open()
  await waitUntilReady(page)
  const english = preferences(page)
  await english.button.click()
  await english.search.fill('nichts')
  await expect(english.noneFound).toBeVisible()
  await english.search.fill('portu')
  await expect(english.found(1)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await english.search.press('Tab')
  await page.keyboard.press('ArrowDown')
  const portuguese = english.dialog.getByRole('radio', { name: /Português/ })
  await portuguese.focus()
  await page.keyboard.press('Space')
  await expect(portuguese).toBeChecked()
  await english.apply.click()

  const translate = createTranslate('pt')
  const { driver } = stepPages(page, translate)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(preferences(page, translate).button).toContainText('PT · USD')
  await driver.expectShown()
  await expect(page.getByRole('option', { name: 'Alemanha' })).not.toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.reload()
  await driver.expectShown()
})
