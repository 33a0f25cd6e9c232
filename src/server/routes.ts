import { setCjCookie } from '@/contract/affiliates'
import {
  addApprovalImage,
  changeApprovalImage,
  continuePhotoUpload,
  readPhotoUpload,
  startPhotoUpload,
} from '@/contract/approval-images'
import { createCheckout, readCheckout, saveCheckout } from '@/contract/checkout'
import { validateCoupon } from '@/contract/coupons'
import { changeCustomer, createCustomer, proposeLatinName, trackEvent } from '@/contract/customers'
import { assignVariants } from '@/contract/experiments'
import { declineLifetime, payLifetime } from '@/contract/lifetime'
import { readGeo, readTaxGroup } from '@/contract/location'
import { createPaymentIntent, createPaypalOrder } from '@/contract/merchant'
import {
  createPhotoLink,
  health,
  listApprovalImages,
  missingText,
  openPhotoLink,
  paypalWebhook,
  previewApprovalImage,
  ready,
  removeApprovalImage,
  stripeWebhook,
} from '@/contract/operations'
import {
  fulfilOrder,
  listOrders,
  readOrder,
  readOrderPhoto,
  refundOrder,
} from '@/contract/operator'
import { changeOrder, finishOrder } from '@/contract/orders'
import { addPartnerToken, readPartnerToken } from '@/contract/partners'
import { readPermit } from '@/contract/permits'
import { readPopularCounts } from '@/contract/popular-countries'
import { listProducts } from '@/contract/products'
import { changeShipping, createShipping, listShippingMethods } from '@/contract/shipping'
import {
  cancelSubscription,
  createSetupIntent,
  createSubscription,
  readRenewal,
} from '@/contract/subscriptions'
import {
  addToTravelCart,
  changeInTravelCart,
  listTravelCart,
  listTravelProducts,
  removeFromTravelCart,
} from '@/contract/travel'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { checkLiveness, checkReadiness, reportMissingText } from '@/server/api/health'
import { findProducts } from '@/server/api/list-products'
import { loadPopularCounts } from '@/server/api/popular-country-counts'
import { createRouter } from '@/server/api/router'
import { forwardToSandbox } from '@/server/api/sandbox-proxy'
import { readPermitDetails } from '@/server/catalog/permits'
import { getCheckout, getTaxGroup, saveCheckoutChange } from '@/server/checkout/checkout-service'
import { buildCurrencyCookie } from '@/server/checkout/currency'
import { changeDriver, createDriver } from '@/server/checkout/driver-service'
import {
  changeShippingAddress,
  createShippingAddress,
  readShippingMethods,
} from '@/server/checkout/shipping-service'
import {
  addCartItem,
  changeCartRow,
  listTravelItems,
  readTravelCart,
  removeCartRow,
} from '@/server/checkout/travel-cart-service'
import { validateCouponCode } from '@/server/checkout/validate-coupon'
import { locateCustomer } from '@/server/gateways/geo'
import { buildTokenCookie } from '@/server/http/cookies'
import type { RouteHandler } from '@/server/http/request'
import { startOrResumeCheckout } from '@/server/links/create-checkout'
import { storeVariants } from '@/server/marketing/assign-variants'
import { acceptCjEvent, buildCjCookie } from '@/server/marketing/cj-cookie'
import { recordEvent } from '@/server/marketing/track-event'
import { fulfil } from '@/server/orders/fulfil-order'
import { listOrdersByCall } from '@/server/orders/list-orders'
import { authorizeOperator } from '@/server/orders/operator-access'
import { refund } from '@/server/orders/refund'
import { readPhotoFile, showOrder } from '@/server/orders/show-order'
import { restart } from '@/server/pages/current-checkout'
import { mailLink } from '@/server/pages/mail-resume-link'
import { answerOffer } from '@/server/pages/open-order-page'
import { submitPreferences } from '@/server/pages/preferences'
import { stopMails } from '@/server/pages/stop-mails'
import { stopByMail } from '@/server/pages/stop-renewal'
import {
  addPartnerTokenToCheckout,
  readPartnerOffer,
} from '@/server/partners/partner-token-service'
import { payCheckout } from '@/server/payments/charge'
import { correctEmail, finishPayment } from '@/server/payments/finish-order'
import { chargeLifetimeOffer, declineLifetimeOffer } from '@/server/payments/lifetime'
import { startPaypalOrder } from '@/server/payments/paypal-order'
import { loadRenewal } from '@/server/payments/read-subscription'
import { saveRenewalCard, startRenewal, stopRenewalByToken } from '@/server/payments/subscription'
import { receivePaypal, receiveStripe } from '@/server/payments/webhooks'
import { createHandoffLink, openHandoffLink, passCookie } from '@/server/photos/handoff-link'
import {
  addPhoto,
  listPhotos,
  readPhotoPreview,
  removePhoto,
  replacePhoto,
} from '@/server/photos/photo-service'
import { continueUpload, readUpload, startUpload } from '@/server/photos/resumable-upload'
import { proposeName } from '@/server/texts/latin-name'

/** The calls of the browser's API client, below `/checkouts/backend`. */
const backendCalls = [
  defineEndpoint(readCheckout, getCheckout),
  defineEndpoint(saveCheckout, saveCheckoutChange, buildCurrencyCookie),
  defineEndpoint(createCheckout, startOrResumeCheckout, ({ env }, { token }) =>
    buildTokenCookie(env, token),
  ),
  defineEndpoint(assignVariants, storeVariants),
  defineEndpoint(readGeo, locateCustomer),
  defineEndpoint(readTaxGroup, getTaxGroup),
  defineEndpoint(createCustomer, createDriver),
  defineEndpoint(changeCustomer, changeDriver),
  defineEndpoint(trackEvent, recordEvent),
  defineEndpoint(proposeLatinName, proposeName),
  defineEndpoint(createShipping, createShippingAddress),
  defineEndpoint(changeShipping, changeShippingAddress),
  defineEndpoint(listShippingMethods, readShippingMethods),
  defineEndpoint(listApprovalImages, listPhotos),
  defineEndpoint(addApprovalImage, addPhoto),
  defineEndpoint(changeApprovalImage, replacePhoto),
  defineEndpoint(removeApprovalImage, removePhoto),
  defineEndpoint(previewApprovalImage, readPhotoPreview),
  defineEndpoint(startPhotoUpload, startUpload),
  defineEndpoint(readPhotoUpload, readUpload),
  defineEndpoint(continuePhotoUpload, continueUpload),
  defineEndpoint(createPhotoLink, createHandoffLink),
  defineEndpoint(openPhotoLink, openHandoffLink, passCookie),
  defineEndpoint(listProducts, findProducts),
  defineEndpoint(readPermit, readPermitDetails),
  defineEndpoint(readPopularCounts, loadPopularCounts),
  defineEndpoint(validateCoupon, validateCouponCode),
  defineEndpoint(listTravelProducts, listTravelItems),
  defineEndpoint(listTravelCart, readTravelCart),
  defineEndpoint(addToTravelCart, addCartItem),
  defineEndpoint(changeInTravelCart, changeCartRow),
  defineEndpoint(removeFromTravelCart, removeCartRow),
  defineEndpoint(createPaymentIntent, payCheckout),
  defineEndpoint(createPaypalOrder, startPaypalOrder),
  defineEndpoint(changeOrder, correctEmail),
  defineEndpoint(finishOrder, finishPayment),
  defineEndpoint(payLifetime, chargeLifetimeOffer),
  defineEndpoint(declineLifetime, declineLifetimeOffer),
  defineEndpoint(readRenewal, loadRenewal),
  defineEndpoint(createSetupIntent, saveRenewalCard),
  defineEndpoint(createSubscription, startRenewal),
  defineEndpoint(cancelSubscription, stopRenewalByToken),
  defineEndpoint(addPartnerToken, addPartnerTokenToCheckout),
  defineEndpoint(readPartnerToken, readPartnerOffer),
]

/** The calls of operators, below `/checkouts/backend`, with their key. */
const operatorCalls = [
  defineEndpoint(listOrders, listOrdersByCall),
  defineEndpoint(readOrder, showOrder),
  defineEndpoint(readOrderPhoto, readPhotoFile),
  defineEndpoint(fulfilOrder, fulfil),
  defineEndpoint(refundOrder, refund),
]

/** The calls of probes, other services and developers, below `/checkouts`. */
const otherCalls = [
  defineEndpoint(health, checkLiveness),
  defineEndpoint(ready, checkReadiness),
  defineEndpoint(setCjCookie, acceptCjEvent, buildCjCookie),
  defineEndpoint(missingText, reportMissingText),
]

/** Native forms, webhooks and the sandbox's browser files: they read the body themselves. */
const handlers: Record<string, RouteHandler> = {
  '/api/auto-renewal/': stopByMail,
  '/api/mail-link/': mailLink,
  '/api/open-order/': answerOffer,
  '/api/preferences/': submitPreferences,
  '/api/restart/': restart,
  '/api/sandbox/[...path]/': forwardToSandbox,
  '/api/stop-mails/': stopMails,
  [stripeWebhook.path]: receiveStripe,
  [paypalWebhook.path]: receivePaypal,
}

/** The handler of every path below `/checkouts` that is neither a page nor a file. */
export const routes: Record<string, RouteHandler> = {
  ...serve('/backend', backendCalls),
  ...serve('/backend', operatorCalls, authorizeOperator),
  ...serve('', otherCalls),
  ...handlers,
}

/** Answers a request for one of the routes; false for any other address. */
export const handleCall = createRouter(routes)
