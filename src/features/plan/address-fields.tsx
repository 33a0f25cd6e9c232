import { useTranslation } from 'next-i18next/pages'
import { countryOptions } from '@/client/option-lists'
import { usePage } from '@/client/provider'
import { hasPostcode, hasState } from '@/domain/address'
import type { Fields } from '@/features/plan/fields'
import { Disclosure } from '@/ui/disclosure'
import { FieldRow } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

type AddressProps = Fields & { country: string }

/** The delivery address: the country first, since it decides what else is asked. */
export function AddressFields({ country, ...fields }: AddressProps) {
  const { register, errorOf, values } = fields
  const { t } = useTranslation('plan')
  const { language } = usePage()
  const none = values.shipping_country === '' ? t('choose') : undefined
  return (
    <>
      <SelectField
        {...register('shipping_country')}
        label={t('address.country')}
        error={errorOf('country')}
        autoComplete="shipping country"
        {...countryOptions(language, none, values.shipping_country)}
      />
      <Names {...fields} />
      <Street {...fields} />
      <Town {...fields} country={country} />
    </>
  )
}

function Names({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('plan')
  return (
    <FieldRow>
      <TextField
        {...register('shipping_first_name')}
        label={t('address.firstName')}
        error={errorOf('first_name')}
        autoComplete="shipping given-name"
        autoCapitalize="words"
        spellCheck={false}
        dir="auto"
        defaultValue={values.shipping_first_name}
      />
      <TextField
        {...register('shipping_last_name')}
        label={t('address.lastName')}
        error={errorOf('last_name')}
        autoComplete="shipping family-name"
        autoCapitalize="words"
        spellCheck={false}
        dir="auto"
        defaultValue={values.shipping_last_name}
      />
    </FieldRow>
  )
}

function Street({ register, errorOf, values }: Fields) {
  const { t } = useTranslation(['plan', 'common'])
  return (
    <>
      <TextField
        {...register('shipping_address')}
        label={t('address.street')}
        error={errorOf('address')}
        autoComplete="shipping address-line1"
        autoCorrect="off"
        dir="auto"
        defaultValue={values.shipping_address}
      />
      <Disclosure summary={t('address.addLine')} open={values.shipping_address_2 !== ''}>
        <TextField
          {...register('shipping_address_2')}
          label={t('address.line2')}
          optionalLabel={t('common:optional')}
          autoComplete="shipping address-line2"
          autoCorrect="off"
          dir="auto"
          maxLength={120}
          defaultValue={values.shipping_address_2}
        />
      </Disclosure>
    </>
  )
}

function Town({ register, errorOf, values, country }: AddressProps) {
  const { t } = useTranslation('plan')
  return (
    <>
      <FieldRow>
        {hasPostcode(country) && (
          <TextField
            {...register('shipping_postcode')}
            ltr
            label={t('address.postcode')}
            error={errorOf('postcode')}
            autoComplete="shipping postal-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            defaultValue={values.shipping_postcode}
          />
        )}
        <TextField
          {...register('shipping_city')}
          label={t('address.city')}
          error={errorOf('city')}
          autoComplete="shipping address-level2"
          autoCorrect="off"
          dir="auto"
          defaultValue={values.shipping_city}
        />
      </FieldRow>
      {hasState(country) && (
        <TextField
          {...register('shipping_state')}
          label={t('address.state')}
          hint={t('address.stateHint')}
          error={errorOf('state')}
          autoComplete="shipping address-level1"
          autoCorrect="off"
          dir="auto"
          defaultValue={values.shipping_state}
        />
      )}
    </>
  )
}
