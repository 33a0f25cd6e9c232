import { useTranslation } from 'next-i18next/pages'
import { usePage } from '@/client/checkout/checkout-provider'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { useServerOptions } from '@/client/pickers/use-server-options'
import type { Fields } from '@/features/plan/fields'
import { FieldRow } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

/** Phone number for the courier, asked for here if it was left out before. */
export function CourierPhone({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('plan')
  const page = usePage()
  return (
    <FieldRow>
      <SelectField
        {...register('dialCode')}
        label={t('phone.dialCode')}
        autoComplete="tel-country-code"
        {...useServerOptions('dialCode', lists => lists.dialCodeOptions(page, values.dialCode))}
      />
      <TextField
        {...register('phone')}
        // Loaded on focus, so that the rule is available on blur.
        onFocus={() => void loadPhoneRule()}
        type="tel"
        inputMode="tel"
        ltr
        label={t('phone.label')}
        hint={t(page.pickupPoints ? 'pickup.phoneHint' : 'phone.hint')}
        error={errorOf('phone')}
        autoComplete="tel-national"
        defaultValue={values.phone}
      />
    </FieldRow>
  )
}
