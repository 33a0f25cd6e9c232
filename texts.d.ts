import type common from './public/locales/en/common.json'
import type coupon from './public/locales/en/coupon.json'
import type driverDetails from './public/locales/en/driver-details.json'
import type driverIssues from './public/locales/en/driver-issues.json'
import type finishPayment from './public/locales/en/finish-payment.json'
import type handOff from './public/locales/en/hand-off.json'
import type legal from './public/locales/en/legal.json'
import type lent from './public/locales/en/lent.json'
import type links from './public/locales/en/links.json'
import type mails from './public/locales/en/mails.json'
import type notFound from './public/locales/en/not-found.json'
import type openOrder from './public/locales/en/open-order.json'
import type payment from './public/locales/en/payment.json'
import type permitNotes from './public/locales/en/permit-notes.json'
import type permits from './public/locales/en/permits.json'
import type photos from './public/locales/en/photos.json'
import type pickers from './public/locales/en/pickers.json'
import type plan from './public/locales/en/plan.json'
import type preferences from './public/locales/en/preferences.json'
import type refused from './public/locales/en/refused.json'
import type renewal from './public/locales/en/renewal.json'
import type review from './public/locales/en/review.json'
import type stopMails from './public/locales/en/stop-mails.json'
import type studio from './public/locales/en/studio.json'
import type thankYou from './public/locales/en/thank-you.json'
import type travel from './public/locales/en/travel.json'
import type urgent from './public/locales/en/urgent.json'

// Every text is asked for by a key that English has: another one is no program.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      coupon: typeof coupon
      'driver-details': typeof driverDetails
      'driver-issues': typeof driverIssues
      'finish-payment': typeof finishPayment
      'hand-off': typeof handOff
      legal: typeof legal
      lent: typeof lent
      links: typeof links
      mails: typeof mails
      'not-found': typeof notFound
      'open-order': typeof openOrder
      payment: typeof payment
      'permit-notes': typeof permitNotes
      permits: typeof permits
      photos: typeof photos
      pickers: typeof pickers
      plan: typeof plan
      preferences: typeof preferences
      refused: typeof refused
      renewal: typeof renewal
      review: typeof review
      'stop-mails': typeof stopMails
      studio: typeof studio
      'thank-you': typeof thankYou
      travel: typeof travel
      urgent: typeof urgent
    }
  }
}
