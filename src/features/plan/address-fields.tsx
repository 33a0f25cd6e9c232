import { type ChangeEvent, type FocusEvent, useRef } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useServerOptions } from '@/client/checkout/use-server-options'
import * as optionLists from '@/client/pickers/option-lists'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import {
  type AddressField,
  type AddressFormat,
  formatPostcode,
  formatStateLabel,
  hasDigitsOnly,
} from '@/domain/address/address-format'
import { formatCountryName } from '@/domain/data/country-names'
import { maxStoredLength } from '@/domain/input/storable'
import { preloadFormats, useAddressFormat } from '@/features/plan/address-formats'
import type { AddressProps, Fields } from '@/features/plan/plan-form'
import { AdviceText } from '@/ui/advice-text'
import { Disclosure } from '@/ui/disclosure'
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
      {...useServerOptions(
        'shipping_country',
        lists => lists.countryOptions(page, placeholder, values.shipping_country),
        optionLists,
      )}
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
function HouseNumber({ register, errorOf, values }: AddressProps) {
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
function SecondLine({ register, errorOf, values, format }: AddressProps) {
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

/** Marks a field that is optional in this country. */
function useOptionalLabel({ required }: AddressFormat, field: AddressField): string | undefined {
  const { t } = useTranslation('common')
  return required.includes(field) ? undefined : t('optional')
}

function City({ register, errorOf, values, format }: AddressProps) {
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

/** Upper case on blur. */
export function Postcode(props: AddressProps) {
  const { register, showValues, errorOf, adviceAbout, values, format } = props
  const { t } = useTranslation(['plan', 'common'])
  const { language } = usePage()
  const error = errorOf('postcode')
  const advice = error ? undefined : adviceAbout('postcode')
  const control = register('shipping_postcode')
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    showValues({ shipping_postcode: formatPostcode(event.target.value) })
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
        <span role="status">
          {advice && (
            <AdviceText accept={advice.isStop && t('common:advice.accept')}>
              {advice.detail
                ? t('address.otherState', { postcode: advice.answer, state: advice.detail })
                : t('address.unlike', { context, country, example: format.postcode?.example })}
            </AdviceText>
          )}
        </span>
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
  const { language } = usePage()
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
          {formatStateLabel(state, format, language)}
        </option>
      ))}
    </SelectField>
  )
}
