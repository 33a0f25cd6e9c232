import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { payment } from './payment'

/** Auto-renewal on the thank-you page; its card fields are those of the payment step. */
export function autoRenewal(page: Page, say: Say = english) {
  const { number, fillCard, bank } = payment(page, say)
  const button = (key: string) =>
    page.getByRole('button', { name: say(`renewal:${key}`), exact: true })
  const status = (key: string) =>
    page.getByRole('status').filter({ hasText: say(`renewal:${key}.title`) })
  return {
    number,
    fillCard,
    bank,
    heading: page.getByRole('heading', { name: say('renewal:heading') }),
    form: page.getByRole('form', { name: say('renewal:form') }),
    open: button('open'),
    close: button('close'),
    confirm: button('confirm'),
    stop: button('stop'),
    failed: page.getByRole('alert').filter({ hasText: say('renewal:failed.title') }),
    active: status('active'),
    stopped: status('stopped'),
  }
}
