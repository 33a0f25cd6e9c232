import type { Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { payment } from './payment'

/** Auto-renewal on the thank-you page; it has the card fields of the payment step. */
export function autoRenewal(page: Page, translate: Translate = translateEnglish) {
  const { number, fillCard, bank } = payment(page, translate)
  const button = (key: string) =>
    page.getByRole('button', { name: translate(`renewal:${key}`), exact: true })
  const status = (key: string) =>
    page.getByRole('status').filter({ hasText: translate(`renewal:${key}.title`) })
  return {
    number,
    fillCard,
    bank,
    heading: page.getByRole('heading', { name: translate('renewal:heading') }),
    form: page.getByRole('form', { name: translate('renewal:form') }),
    open: button('open'),
    close: button('close'),
    confirm: button('confirm'),
    stop: button('stop'),
    failed: page.getByRole('alert').filter({ hasText: translate('renewal:failed.title') }),
    active: status('active'),
    stopped: status('stopped'),
  }
}
