import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import {
  useCheckout,
  useCheckoutState,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { optimisticQuote } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { Quote } from '@/domain/pricing/quote'
import { ExpressMethods, useHasPaypal } from '@/features/payment/express-methods'
import { useNoScriptResult } from '@/features/payment/payment-fields'
import {
  PayButton,
  PaymentFormAnnouncer,
  PaymentFormCard,
  PaymentFormErrors,
  PaymentFormNotice,
  SecurityLine,
} from '@/features/payment/payment-form-parts'
import { Purchase } from '@/features/payment/purchase'
import { usePaymentForm } from '@/features/payment/use-payment-form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ErrorTitle } from '@/ui/document-title'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Step 5: the card, the terms and the pay button. */
export function Payment() {
  const { t } = useTranslation('common')
  const quote = useCheckout(optimisticQuote)
  return quote ? <PricedPayment quote={quote} /> : <Group>{t('summary.unavailable')}</Group>
}

function PricedPayment({ quote }: { quote: Quote }) {
  const { t } = useTranslation('payment')
  const isFree = quote.total === 0
  const paymentForm = usePaymentForm(quote)
  const hasPaypal = useHasPaypal(quote)
  const { fields, phase } = paymentForm
  return (
    <>
      {!isFree && <NoScriptNotice />}
      <form
        method="post"
        noValidate
        aria-label={t(isFree ? 'formFree' : 'form')}
        onSubmit={paymentForm.submit}
      >
        {/* The price that was shown: without scripts the order is placed only at this price. */}
        {isFree && <input type="hidden" name="expected_total" value="0" />}
        <Group>
          <PaymentFormErrors paymentForm={paymentForm} />
          <PaymentFormNotice paymentForm={paymentForm} />
          <Purchase />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5" inert={phase !== 'idle'}>
            {!isFree && (
              <>
                <ExpressMethods
                  quote={quote}
                  paypal={paymentForm.paypal}
                  wallet={paymentForm.wallet}
                  canPay={paymentForm.canPay}
                />
                <PaymentFormCard paymentForm={paymentForm} />
              </>
            )}
            <Terms box={fields.termsBox} error={fields.termsError} />
          </div>
          <div className={payBarClassName}>
            <PayButton paymentForm={paymentForm} />
          </div>
          {!isFree && <SecurityLine hasPaypal={hasPaypal} />}
          <PaymentFormAnnouncer paymentForm={paymentForm} />
        </Group>
      </form>
    </>
  )
}

/** Phones: the button stays in view below the fields. */
const payBarClassName =
  'bottom-[min(0px,(100vh-24rem)*99)] z-10 -mx-4 bg-card px-4 py-2 max-lg:tall:sticky in-[[data-keyboard]]:static! lg:m-0 lg:p-0'

/** Card payments need scripts: shown before the form is submitted, and again after it. */
function NoScriptNotice() {
  const { t } = useTranslation(['payment', 'common'])
  const { isWithoutScripts } = useNoScriptResult()
  return (
    <noscript>
      {isWithoutScripts && <ErrorTitle />}
      <Notice
        tone={isWithoutScripts ? 'error' : 'advice'}
        title={t(isWithoutScripts ? 'noscript.notCharged' : 'noscript.title')}
        actions={
          <form method="post" action="/checkouts/api/mail-link/">
            <Button type="submit" variant="link" wide={false}>
              {t('noscript.link')}
            </Button>
          </form>
        }
      >
        {t('common:together', { first: t('noscript.text'), second: t('noscript.elsewhere') })}
      </Notice>
    </noscript>
  )
}

/** Terms checkbox: never preselected, saved on change. */
function Terms({
  box,
  error,
}: {
  box: RefObject<HTMLInputElement | null>
  error: string | undefined
}) {
  const { t } = useTranslation('payment')
  const { selected } = useCheckoutState('terms').terms
  const sync = useSync()
  const save = useCallback(
    (isTicked: boolean) =>
      sync.change({
        terms: { selected: isTicked, error: false },
        // The confirmation has times.
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    [sync],
  )

  // A tick made before hydration counts.
  const [wasSelected] = useState(selected)
  useEffect(() => {
    const isTicked = box.current?.checked
    if (isTicked !== undefined && isTicked !== wasSelected) save(isTicked)
  }, [box, wasSelected, save])

  return (
    <Checkbox
      ref={box}
      name="terms"
      defaultChecked={wasSelected}
      error={error}
      onChange={({ target }) => save(target.checked)}
      label={withLegalLinks(t('terms.label'))}
    />
  )
}

/**
 * The sentence with its two links, marked as `<terms>…</terms>`. The i18n library's component for
 * this would add to the bundle of every page.
 */
const withLegalLinks = (sentence: string): ReactNode =>
  sentence.split(/(<terms>.*?<\/terms>|<privacy>.*?<\/privacy>)/).map(part => {
    const [, page, linkText] = /^<(terms|privacy)>(.*)<\//.exec(part) ?? []
    return page ? (
      <LegalLink key={page} page={page as LegalPage}>
        {linkText}
      </LegalLink>
    ) : (
      part
    )
  })

type LegalPage = 'terms' | 'privacy'

function LegalLink({ page, children }: { page: LegalPage; children?: ReactNode }) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  return (
    <a href={`${settings.siteUrl ?? '/checkouts'}/${page}/`} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> {t('terms.newTab')}</VisuallyHidden>
    </a>
  )
}
