import { useTranslation } from 'next-i18next/pages'
import { maxStoredLength } from '@/domain/input/storable'
import type { AddressProps } from '@/features/plan/fields'
import { Disclosure } from '@/ui/disclosure'
import { TextField } from '@/ui/text-input'

export function Street({ register, errorOf, values, format }: AddressProps) {
  const { t } = useTranslation('plan')
  return (
    <TextField
      {...register('shipping_address')}
      label={t('address.street', { context: format.names.address ?? '' })}
      error={errorOf('address')}
      autoComplete="shipping address-line1"
      autoCorrect="off"
      dir="auto"
      maxLength={maxStoredLength.line}
      defaultValue={values.shipping_address}
    />
  )
}

/** For countries whose forms separate it from the street. */
export function HouseNumber({ register, errorOf, values }: AddressProps) {
  const { t } = useTranslation('plan')
  return (
    <TextField
      {...register('street_number')}
      ltr
      label={t('address.number')}
      error={errorOf('street_number')}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={maxStoredLength.code}
      defaultValue={values.street_number}
    />
  )
}

/** Collapsed: few addresses need it, and an empty field makes customers stop. */
export function SecondLine({ register, errorOf, values, format }: AddressProps) {
  const { t } = useTranslation(['plan', 'common'])
  const context = format.hasDistrict ? 'district' : ''
  return (
    <Disclosure
      summary={t('address.addLine', { context })}
      open={values.shipping_address_2 !== '' || errorOf('address_2') !== undefined}
    >
      <TextField
        {...register('shipping_address_2')}
        label={t('address.line2', { context })}
        error={errorOf('address_2')}
        optionalLabel={t('common:optional')}
        autoComplete="shipping address-line2"
        autoCorrect="off"
        dir="auto"
        maxLength={120}
        defaultValue={values.shipping_address_2}
      />
    </Disclosure>
  )
}
