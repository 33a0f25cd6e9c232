import { useCheckoutState, useSync } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { suggestEmail } from '@/domain/driver/email-suggestion'
import { Button } from '@/ui/button'

/**
 * Offers the address that was probably meant, if the saved one looks mistyped. The corrected one in
 * the element `emailId` then has the focus.
 */
export function EmailSuggestion({ emailId }: { emailId: string }) {
  const { t } = useTranslation('review')
  const sync = useSync()
  const email = suggestEmail(useCheckoutState('customer').customer.email)
  if (!email) return null
  const accept = () => {
    sync.change({ customer: { email } })
    document.getElementById(emailId)?.focus()
  }
  return (
    <Button variant="link" wide={false} onClick={accept}>
      {t('driver.didYouMean', { email })}
    </Button>
  )
}
