import { expect, type Page } from '@playwright/test'
import { sandboxTokens } from '@/server/db/seeds/partners'
import { type Translate, translateEnglish } from '../../support/texts'

const findToken = (years: number): string =>
  sandboxTokens.find(known => known.years === years)?.token ?? ''

/** Sample partner tokens. */
export const partnerLinks = {
  /** Bali Bikes: the printed permit for three years, to be collected. */
  collected: findToken(3),
  /** Northern Trails: the digital permit for one year. */
  digital: findToken(1),
  /** Northern Trails: nine years, a plan that does not exist. */
  unsold: findToken(9),
} as const

/** Partner texts, on any page. */
export function partner(page: Page, translate: Translate = translateEnglish) {
  const failure = page.getByRole('status').filter({ hasText: translate('partner.failed.title') })
  return {
    label: page.getByText(translate('partner.label')),
    expectNamed: (name: string) =>
      expect(
        page.getByRole('main').getByText(translate('partner.label')).locator('..'),
      ).toContainText(name),
    failure,
    expectFailure: (reason: string) =>
      expect(failure).toContainText(translate(`partner.failed.${reason}`)),
    continueLink: page.getByRole('link', { name: translate('partner.goOn') }),
    /** Notice that the order keeps its partner. */
    keptPartnerNotice: page
      .getByRole('status')
      .filter({ hasText: translate('partner.kept.title') }),
    close: page.getByRole('link', { name: translate('partner.kept.close') }),
  }
}

/** Step 3 with pickup. */
export const pickup = (page: Page, translate: Translate = translateEnglish) => ({
  points: page.getByRole('radiogroup', { name: translate('plan:pickup.heading') }),
  point: (name: string) => page.getByRole('radio', { name }),
  issue: page.getByText(translate('plan:issues.pickup_point.missing')).first(),
})
