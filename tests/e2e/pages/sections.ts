import { expect, type Page } from '@playwright/test'

/** The sections of a form; each is a row until it is open. */
export function pageSections<Section extends string>(page: Page) {
  /** The row of a closed section. */
  const row = (section: Section) => page.locator(`#${section} > details > summary`)
  /** Whether the fields of a section are visible. */
  const isOpen = (section: Section) => page.locator(`#${section} > div`).last().isVisible()
  return {
    row,
    /** Opens a section unless it is open; the rows work before hydration, too. */
    openSection: async (section: Section): Promise<void> => {
      await expect(page.locator(`#${section} h2`).first()).toBeVisible()
      if (!(await isOpen(section))) await row(section).click()
      await expect.poll(() => isOpen(section), section).toBe(true)
    },
  }
}
