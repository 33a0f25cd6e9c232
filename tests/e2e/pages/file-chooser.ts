import type { FileChooser, Page } from '@playwright/test'

/** The file chooser that an action opens. */
export async function openFileChooser(
  page: Page,
  openChooser: () => Promise<unknown>,
): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  // Chooser interception must be active before the action; this round trip waits for it.
  await page.evaluate(() => undefined)
  await openChooser()
  return chooser
}
