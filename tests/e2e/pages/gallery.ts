import { expect, type Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'

type Slide = 'booklet' | 'spread' | 'card' | 'digital'
/** The order with a printed permit. */
const printedSlides: readonly Slide[] = ['booklet', 'spread', 'card', 'digital']

/** The pictures of the permit; `slides` in their order. */
export function gallery(
  page: Page,
  translate: Translate = translateEnglish,
  slides: readonly Slide[] = printedSlides,
) {
  const name = translate('plan:gallery.heading')
  const region = page.getByRole('region', { name })
  const picture = (slide: Slide) =>
    region.getByRole('img', { name: translate(`plan:gallery.${slide}.alt`), exact: true })
  return {
    list: region.getByRole('list', { name }),
    previous: region.getByRole('button', { name: translate('plan:gallery.previous') }),
    next: region.getByRole('button', { name: translate('plan:gallery.next') }),
    picture,
    open: () => page.locator('summary', { hasText: name }).click(),
    /** Expects only this picture to be visible, and its position to be shown. */
    expectAt: async (slide: Slide) => {
      const position = slides.indexOf(slide) + 1
      await expect(region.getByRole('status')).toContainText(
        translate('plan:gallery.position', { position, total: slides.length }),
      )
      for (const candidate of slides) {
        const assertion = expect(picture(candidate))
        if (candidate === slide) await assertion.toBeInViewport({ ratio: 0.95 })
        else await assertion.not.toBeInViewport({ ratio: 0.05 })
      }
    },
  }
}
