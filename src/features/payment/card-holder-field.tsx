import { useTranslation } from 'next-i18next/pages'
import type { PaymentFields } from '@/features/payment/payment-fields'
import { TextField } from '@/ui/text-input'

type CardHolderFieldProps = Pick<PaymentFields, 'holderInput' | 'holderError' | 'setHolder'>

export function CardHolderField({ holderInput, holderError, setHolder }: CardHolderFieldProps) {
  const { t } = useTranslation('payment')
  return (
    <TextField
      ref={holderInput}
      name="cardholder_name"
      label={t('card.cardholder_name')}
      error={holderError}
      autoComplete="cc-name"
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      dir="auto"
      onChange={({ target }) => setHolder(target.value)}
    />
  )
}
