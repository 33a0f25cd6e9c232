import { useTranslation } from 'next-i18next/pages'
import { type FocusEvent, useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import {
  type AddressField,
  type AddressFormat,
  formatPostcode,
  formatStateLabel,
  hasDigitsOnly,
  isPlausiblePostcode,
} from '@/domain/address/address-format'
import { formatCountryName } from '@/domain/data/country-names'
import { maxStoredLength } from '@/domain/input/storable'
import type { AddressProps } from '@/features/plan/fields'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

/** Marks a field that is optional in this country. */
function useOptionalLabel({ required }: AddressFormat, field: AddressField): string | undefined {
  const { t } = useTranslation('common')
  return required.includes(field) ? undefined : t('optional')
}

export function City({ register, errorOf, values, format }: AddressProps) {
  const { t } = useTranslation('plan')
  return (
    <TextField
      {...register('shipping_city')}
      label={t('address.city', { context: format.names.city ?? '' })}
      error={errorOf('city')}
      optionalLabel={useOptionalLabel(format, 'city')}
      autoComplete="shipping address-level2"
      autoCorrect="off"
      dir="auto"
      maxLength={maxStoredLength.town}
      defaultValue={values.shipping_city}
    />
  )
}

/** Upper case on blur. A code that does not fit the country shows a hint and is accepted. */
export function Postcode({ register, showValues, errorOf, values, format }: AddressProps) {
  const { t } = useTranslation('plan')
  const { language } = usePage()
  const postcode = useCheckout(state => optimisticState(state).shipping.postcode)
  const [isBlurred, setBlurred] = useState(values.shipping_postcode !== '')
  const error = errorOf('postcode')
  const isUnusual = isBlurred && !error && postcode !== '' && !isPlausiblePostcode(postcode, format)
  const control = register('shipping_postcode')
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    showValues({ shipping_postcode: formatPostcode(event.target.value) })
    setBlurred(true)
    return control.onBlur(event)
  }
  const context = format.names.postcode ?? ''
  const country = formatCountryName(format.country, language)
  return (
    <TextField
      {...control}
      onBlur={onBlur}
      ltr
      label={t('address.postcode', { context })}
      error={error}
      optionalLabel={useOptionalLabel(format, 'postcode')}
      note={
        isUnusual ? (
          <span role="status" suppressHydrationWarning>
            {t('address.unlike', { context, country, example: format.postcode?.example })}
          </span>
        ) : undefined
      }
      inputMode={hasDigitsOnly(format) ? 'numeric' : undefined}
      autoComplete="shipping postal-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={maxStoredLength.code}
      defaultValue={values.shipping_postcode}
    />
  )
}

/** A select where the country has a list of states, a text field elsewhere. */
export function State({ register, errorOf, values, format }: AddressProps) {
  const { t } = useTranslation('plan')
  const { states, country } = format
  const field = {
    ...register('shipping_state'),
    label: t('address.state', { context: format.names.state ?? '' }),
    error: errorOf('state'),
    optionalLabel: useOptionalLabel(format, 'state'),
    autoComplete: 'shipping address-level1',
    defaultValue: values.shipping_state,
  }
  if (states.length === 0)
    return (
      <TextField
        key={country}
        {...field}
        maxLength={maxStoredLength.state}
        autoCorrect="off"
        dir="auto"
      />
    )
  return (
    <SelectField key={country} {...field}>
      <option value="">{t('choose')}</option>
      {states.map(state => (
        <option key={state.code} value={state.code}>
          {formatStateLabel(state, format)}
        </option>
      ))}
    </SelectField>
  )
}
