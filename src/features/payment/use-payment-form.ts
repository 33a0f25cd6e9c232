import { type FormEvent, useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { isInVariant } from '@/domain/analytics/experiments'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import { usePaymentFields } from '@/features/payment/payment-fields'
import { isToBeAsked, type SecondOrder } from '@/features/payment/submit-payment'
import { usePosted } from '@/features/payment/use-no-script-result'
import { usePaying, type WalletSteps } from '@/features/payment/use-payment-flow'
import { focusFirstError } from '@/ui/focus-first-error'

export type Till = ReturnType<typeof useTill>

/** A form that takes money for what is quoted: what stands in it, what goes on, and what happens when it is sent. */
export function useTill(quote: Quote, second?: SecondOrder) {
  const isFree = quote.total === 0
  const isWhole = useCheckout(state =>
    isInVariant(visibleState(state).variants, 'STRIPE_PAYMENT_ELEMENT'),
  )
  const [card, setCard] = useState<Card | null>(null)
  const { isWithoutScripts } = usePosted()
  // Sent before the scripts were there, it was sent early, too.
  const [isEarly, setEarly] = useState(isWithoutScripts)
  const fields = usePaymentFields({ isFree, isWhole })
  const { phase, told, payOnce, check, cancel, paypal, ...paying } = usePaying(second)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (phase !== 'idle') return
    if (isToBeAsked(told)) return void check()
    setEarly(!isFree && !card)
    if (!isFree && !card) return
    if (!fields.judge()) {
      card?.check?.()
      return focusSoon(form)
    }
    const holder = fields.holderInput.current?.value.trim() ?? ''
    const result = await payOnce({ card: isFree ? null : card, holder, shown: quote })
    if (result && fields.show(result)) focusSoon(form)
  }

  /** Whether PayPal or a wallet may open: as long as it is not known where the money is, that is asked instead. */
  const mayPay = (): boolean => {
    if (phase !== 'idle') return false
    if (!isToBeAsked(told)) return fields.judgeTerms()
    void check()
    return false
  }

  const wallet: WalletSteps = {
    ...paying.wallet,
    pay: async (card, shown) => {
      const result = await payOnce({ card, holder: '', shown })
      // What the bank says of the wallet's card is not about the card fields.
      if (result && 'wrong' in result) fields.show(result)
      return result !== undefined && 'go' in result
    },
  }

  return {
    quote,
    fields,
    isWhole,
    isEarly,
    setCard,
    phase,
    told,
    check,
    cancel,
    paypal,
    wallet,
    mayPay,
    submit,
  }
}

/** Once the errors are on the page and the form takes focus again: both come with the next paint. */
const focusSoon = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => focusFirstError(form)))
}
