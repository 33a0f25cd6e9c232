import { expect, type Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'

const slides = ['booklet', 'spread', 'card', 'digital'] as const
type Slide = (typeof slides)[number]

/** The pictures of what the customer gets. */
export function gallery(page: Page, say: Say = english) {
  const name = say('plan:gallery.heading')
  const place = page.getByRole('region', { name })
  const picture = (slide: Slide) =>
    place.getByRole('img', { name: say(`plan:gallery.${slide}.alt`), exact: true })
  return {
    list: place.getByRole('list', { name }),
    previous: place.getByRole('button', { name: say('plan:gallery.previous') }),
    next: place.getByRole('button', { name: say('plan:gallery.next') }),
    picture,
    /** This picture alone is in sight, and its place is told. */
    isAt: async (slide: Slide) => {
      const position = slides.indexOf(slide) + 1
      await expect(place.getByRole('status')).toContainText(
        say('plan:gallery.position', { position, total: slides.length }),
      )
      for (const other of slides) {
        const seen = expect(picture(other))
        if (other === slide) await seen.toBeInViewport({ ratio: 0.95 })
        else await seen.not.toBeInViewport({ ratio: 0.05 })
      }
    },
  }
}
