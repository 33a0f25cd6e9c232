import { usePage } from '@/client/checkout/checkout-provider'
import { useServerOptions } from '@/client/checkout/use-server-options'
import { useFieldValue } from '@/client/checkout/use-step-form'
import { loadCountries } from '@/client/pickers/country-pickers'
import { useTranslation } from '@/client/texts/use-translation'
import { maxStoredLength } from '@/domain/input/storable'
import type { DriverFieldProps } from '@/features/driver-details/driver-form'
import { FieldRow } from '@/ui/field'
import { PickerField } from '@/ui/pickers/picker-field'
import { TextField } from '@/ui/text-input'

/** Phone number for the courier, to correct it. Its rules load when the field gets focus. */
export function Phone({ form, errorOf, values }: DriverFieldProps) {
  const { t } = useTranslation(['driver-details', 'common'])
  const page = usePage()
  return (
    <FieldRow>
      <PickerField
        {...form.register('dialCode')}
        chosen={useFieldValue(form, 'dialCode')}
        label={t('you.dialCode')}
        autoComplete="tel-country-code"
        optionalLabel=""
        load={loadCountries}
        {...useServerOptions('dialCode', lists => lists.dialCodeOptions(page, values.dialCode))}
      />
      <TextField
        {...form.register('phone')}
        onFocus={form.loadPhoneRule}
        type="tel"
        inputMode="tel"
        ltr
        label={t('you.phone')}
        hint={t('you.phoneHint')}
        optionalLabel={t('common:optional')}
        maxLength={maxStoredLength.phone}
        error={errorOf('phone')}
        autoComplete="tel-national"
        defaultValue={values.phone}
      />
    </FieldRow>
  )
}
