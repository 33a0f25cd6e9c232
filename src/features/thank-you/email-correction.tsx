import { type FormEvent, useRef, useState } from 'react'
import { ApiClientError } from '@/client/api/api-client-error'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { changeOrder } from '@/contract/orders'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'

/** Corrects the email address of the permit: it is the only way to reach the customer. */
export function EmailCorrection() {
  const { t } = useTranslation('thank-you')
  const { state } = usePaidOrder()
  const { email } = state.customer
  const [isOpen, setOpen] = useState(false)
  const { submit, input, error, isBusy, isSaved } = useEmailCorrection(() => setOpen(false))
  return (
    <>
      <Disclosure
        summary={t('email.change')}
        open={isOpen}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            ref={input}
            name="email"
            type="email"
            inputMode="email"
            ltr
            label={t('email.field')}
            error={error && t(`email.${error}`)}
            autoComplete="email"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            defaultValue={email}
          />
          <Button type="submit" variant="secondary" busy={isBusy}>
            {t('email.save')}
          </Button>
        </form>
      </Disclosure>
      {isSaved && (
        <Notice ref={focus} tabIndex={-1} tone="ok">
          {t('email.saved', { email })}
        </Notice>
      )}
    </>
  )
}

/** Shows the text and reads it out: the button that had the focus is gone. */
const focus = (element: HTMLElement | null) => element?.focus()

function useEmailCorrection(onSaved: () => void) {
  const sync = useSync()
  const store = useCheckoutStore()
  const { order } = usePaidOrder()
  const input = useRef<HTMLInputElement>(null)
  const [phase, setPhase] = useState<'idle' | 'busy' | 'saved'>('idle')
  const [error, setError] = useState<EmailError>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!order || phase === 'busy') return
    setPhase('busy')
    setError(undefined)
    try {
      await sync.run(changeOrder, {
        params: { id: order.id },
        query: { token: store.getState().checkout.token },
        body: { email: input.current?.value ?? '' },
      })
      await sync.refresh()
      setPhase('saved')
      onSaved()
    } catch (failure) {
      setError(toEmailError(failure))
      setPhase('idle')
      input.current?.focus()
    }
  }
  return { submit, input, error, isBusy: phase === 'busy', isSaved: phase === 'saved' }
}

type EmailError = 'wrong' | 'often' | 'closed' | 'failed'

function toEmailError(failure: unknown): EmailError {
  switch (failure instanceof ApiClientError && failure.code) {
    case 'unprocessable':
      return 'wrong'
    case 'rate_limited':
      return 'often'
    case 'closed':
    case 'refunded':
      return 'closed'
    default:
      return 'failed'
  }
}
