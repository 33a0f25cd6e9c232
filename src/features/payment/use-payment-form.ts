import { type FormEvent, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { isInVariant } from '@/domain/analytics/experiments'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import { usePaymentFields } from '@/features/payment/payment-fields'
import { isUnfinished, type SecondOrder } from '@/features/payment/submit-payment'
import { useNoScriptResult } from '@/features/payment/use-no-script-result'
import { usePaymentFlow, type WalletHandlers } from '@/features/payment/use-payment-flow'
import { focusFirstError } from '@/ui/focus-first-error'

export type PaymentForm = ReturnType<typeof usePaymentForm>

/** A payment form for a quote: its fields, payment flow and submit handler. */
export function usePaymentForm(quote: Quote, secondOrder?: SecondOrder) {
  const isFree = quote.total === 0
  const isPaymentElement = useCheckout(state =>
    isInVariant(optimisticState(state).variants, 'STRIPE_PAYMENT_ELEMENT'),
  )
  const [card, setCard] = useState<Card | null>(null)
  const { isWithoutScripts } = useNoScriptResult()
  // A submit before hydration was early, too.
  const [isEarly, setEarly] = useState(isWithoutScripts)
  const fields = usePaymentFields({ isFree, isPaymentElement })
  const { phase, message, payOnce, finish, cancel, paypal, ...flow } = usePaymentFlow(secondOrder)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (phase !== 'idle') return
    if (isUnfinished(message)) return void finish()
    setEarly(!isFree && !card)
    if (!isFree && !card) return
    if (!fields.validate()) {
      card?.validate?.()
      return focusErrorAfterPaint(form)
    }
    const holder = fields.holderInput.current?.value.trim() ?? ''
    const result = await payOnce({ card: isFree ? null : card, holder, shownQuote: quote })
    if (result && fields.show(result)) focusErrorAfterPaint(form)
  }

  /**
   * Whether PayPal or a wallet may open. While the result of a payment is unknown, finishes that
   * payment instead.
   */
  const canPay = (): boolean => {
    if (phase !== 'idle') return false
    if (!isUnfinished(message)) return fields.validateTerms()
    void finish()
    return false
  }

  const wallet: WalletHandlers = {
    ...flow.wallet,
    pay: async (card, shownQuote) => {
      const result = await payOnce({ card, holder: '', shownQuote })
      // A decline of the wallet's card does not concern the card fields.
      if (result && 'invalid' in result) fields.show(result)
      return result !== undefined && 'redirectTo' in result
    },
  }

  return {
    quote,
    fields,
    isPaymentElement,
    isEarly,
    setCard,
    phase,
    message,
    finish,
    cancel,
    paypal,
    wallet,
    canPay,
    submit,
  }
}

/**
 * Waits until the errors are rendered and the form is no longer inert: both need the next paint.
 */
const focusErrorAfterPaint = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => focusFirstError(form)))
}
