import type { FileChooser, Page } from '@playwright/test'

/** The file chooser that an action opens. */
export async function openFileChooser(
  page: Page,
  openChooser: () => Promise<unknown>,
): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  // The browser hands choosers over from then on. Without a round trip to it, a quick action comes before that.
  await page.evaluate(() => undefined)
  await openChooser()
  return chooser
}
