import { expect, type Page } from '@playwright/test'
import { sandboxTokens } from '@/server/db/seeds/partners'
import { english, type Say } from '../../support/texts'

const tokenFor = (years: number): string =>
  sandboxTokens.find(known => known.years === years)?.token ?? ''

/** Links of partners for trying out, by what they arrange. */
export const partnerLinks = {
  /** Bali Bikes: the printed permit for three years, to be collected. */
  collected: tokenFor(3),
  /** Northern Trails: the digital permit for one year. */
  digital: tokenFor(1),
  /** Northern Trails: nine years, which nobody sells. */
  unsold: tokenFor(9),
} as const

/** What is said of a partner, on any page. */
export function partner(page: Page, say: Say = english) {
  const failure = page.getByRole('status').filter({ hasText: say('partner.failed.title') })
  return {
    label: page.getByText(say('partner.label')),
    isNamed: (name: string) =>
      expect(page.getByRole('main').getByText(say('partner.label')).locator('..')).toContainText(
        name,
      ),
    failure,
    failed: (why: string) => expect(failure).toContainText(say(`partner.failed.${why}`)),
    goOn: page.getByRole('link', { name: say('partner.goOn') }),
    /** That the order stays with the partner it has. */
    kept: page.getByRole('status').filter({ hasText: say('partner.kept.title') }),
    close: page.getByRole('link', { name: say('partner.kept.close') }),
  }
}

/** The third step, where the permit is collected. */
export const pickup = (page: Page, say: Say = english) => ({
  points: page.getByRole('radiogroup', { name: say('plan:pickup.heading') }),
  point: (name: string) => page.getByRole('radio', { name }),
  issue: page.getByText(say('plan:issues.pickup_point.missing')).first(),
})
