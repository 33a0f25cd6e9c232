import { useTranslation } from 'next-i18next/pages'
import { type ChangeEvent, useRef } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { countryOptions } from '@/client/pickers/option-lists'
import { optimisticState } from '@/client/store/checkout-store'
import type { AddressField, AddressFormat } from '@/domain/address/address-format'
import { maxStoredLength } from '@/domain/input/storable'
import { preloadFormats, useAddressFormat } from '@/features/plan/address-formats'
import { HouseNumber, SecondLine, Street } from '@/features/plan/address-street'
import { City, Postcode, State } from '@/features/plan/address-town'
import type { Fields } from '@/features/plan/fields'
import { FieldRow } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

type AddressFieldsProps = Fields & { country: string }

/** Delivery address. The country comes first: it decides the other fields and their order. */
export function AddressFields({ country, ...fields }: AddressFieldsProps) {
  const format = useAddressFormat(country)
  return (
    <>
      <Country {...fields} country={country} />
      <Names {...fields} />
      {buildRows(format.fields).map(row => (
        <Row key={row.join()} row={row} fields={fields} format={format} />
      ))}
    </>
  )
}

function Country({ register, showValues, errorOf, values, country }: AddressFieldsProps) {
  const { t } = useTranslation('plan')
  const page = usePage()
  const store = useCheckoutStore()
  const control = register('shipping_country')
  // A state is stored per country: WA is Washington in one and Western Australia in another.
  const states = useRef<Record<string, string>>({})
  const onChange = (event: ChangeEvent<HTMLSelectElement>) => {
    states.current[country] = optimisticState(store.getState()).shipping.state
    showValues({ shipping_state: states.current[event.target.value] ?? '' })
    return control.onChange(event)
  }
  const placeholder = values.shipping_country === '' ? t('choose') : undefined
  return (
    <SelectField
      {...control}
      onChange={onChange}
      onFocus={() => void preloadFormats()}
      label={t('address.country')}
      error={errorOf('country')}
      autoComplete="shipping country"
      {...countryOptions(page, placeholder, values.shipping_country)}
    />
  )
}

function Names({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('plan')
  const { nameOrder } = usePage()
  return (
    <FieldRow>
      {nameOrder.map(part => (
        <TextField
          key={part}
          {...register(`shipping_${part}_name`)}
          label={t(`address.${part}Name`)}
          error={errorOf(`${part}_name`)}
          autoComplete={`shipping ${part === 'first' ? 'given' : 'family'}-name`}
          autoCapitalize="words"
          spellCheck={false}
          dir="auto"
          maxLength={maxStoredLength.name}
          defaultValue={values[`shipping_${part}_name`]}
        />
      ))}
    </FieldRow>
  )
}

const isStreet = (field: AddressField) => field === 'address' || field === 'street_number'

/** Pairs fields in the country's order; street fields are not paired with others. */
export function buildRows(fields: AddressField[]): AddressField[][] {
  const rows: AddressField[][] = []
  for (const field of fields) {
    const row = rows.at(-1)
    const hasRoom = row?.length === 1 && isStreet(row[0] as AddressField) === isStreet(field)
    if (hasRoom) row.push(field)
    else rows.push([field])
  }
  return rows
}

const controls = {
  address: Street,
  street_number: HouseNumber,
  city: City,
  state: State,
  postcode: Postcode,
}

interface RowProps {
  row: AddressField[]
  fields: Fields
  format: AddressFormat
}

function Row({ row, fields, format }: RowProps) {
  const controlElements = row.map(field => {
    const Control = controls[field]
    return <Control key={field} {...fields} format={format} />
  })
  return (
    <>
      {row.length === 1 && row[0] !== 'postcode' ? (
        controlElements
      ) : (
        <FieldRow>{controlElements}</FieldRow>
      )}
      {row.includes('address') && <SecondLine {...fields} format={format} />}
    </>
  )
}
