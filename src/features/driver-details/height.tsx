import { useTranslation } from 'next-i18next/pages'
import type { ChangeEvent, ReactNode } from 'react'
import { useFieldValue } from '@/client/checkout/use-step-form'
import { type HeightUnit, heightUnits } from '@/domain/data/height-units'
import type { DriverFieldProps } from '@/features/driver-details/driver-field-props'
import { Fieldset } from '@/ui/fieldset'
import { RadioGroup } from '@/ui/radio-group'
import { TextInput, type TextInputProps } from '@/ui/text-input'

/**
 * Height in the customer's unit. CSS shows the fields of the selected unit, so it works without
 * scripts.
 */
export function Height({ form, errorOf, isInvalid, values }: DriverFieldProps) {
  const { t } = useTranslation('driver-details')
  const unitField = form.register('height_unit')
  const isInFeet = useFieldValue(form, 'height_unit') === 'ft'

  const handleUnitChange = (event: ChangeEvent<HTMLInputElement>) => {
    const nextUnit = event.currentTarget.value as HeightUnit
    const previousUnit: HeightUnit = nextUnit === 'cm' ? 'ft' : 'cm'
    void unitField.onChange(event)
    form.loadRules().then(
      ({ convertHeight }) => {
        const currentValues = { ...form.getValues(), height_unit: previousUnit }
        const { height, height_ft, height_in } = convertHeight(currentValues, nextUnit)
        form.fill({ height, height_ft, height_in })
      },
      () => undefined,
    )
  }

  return (
    <Fieldset
      id="height"
      legend={t('licence.height')}
      hint={t('licence.heightHint')}
      error={errorOf('height')}
      className="group/height"
    >
      <RadioGroup
        {...unitField}
        onChange={handleUnitChange}
        legend={t('licence.unit')}
        legendHidden
        defaultValue={values.height_unit}
        options={heightUnits.map(value => ({ value, label: t(`licence.units.${value}`) }))}
      />
      <div className="pt-3 group-has-[[value=ft]:checked]/height:hidden">
        <HeightInput
          {...form.register('height')}
          id="height_cm"
          label={t('licence.centimetres')}
          labelHidden
          suffix={t('licence.cm')}
          isInvalid={!isInFeet && isInvalid('height', 'cm')}
          defaultValue={values.height}
        />
      </div>
      <div className="hidden flex-wrap gap-3 pt-3 group-has-[[value=ft]:checked]/height:flex">
        {(['ft', 'in'] as const).map(part => (
          <HeightInput
            {...form.register(`height_${part}`)}
            key={part}
            id={`height_${part}`}
            label={t(`licence.${part}`)}
            isInvalid={isInFeet && isInvalid('height', part)}
            defaultValue={values[`height_${part}`]}
          />
        ))}
      </div>
    </Fieldset>
  )
}

type HeightInputProps = TextInputProps & {
  id: string
  label: ReactNode
  labelHidden?: boolean
  /** Only the invalid part is marked. */
  isInvalid: boolean
}

const HeightInput = ({ id, label, labelHidden, isInvalid, ...inputProps }: HeightInputProps) => (
  <div className="w-[7.5rem] max-w-full">
    <label htmlFor={id} className={labelHidden ? 'sr-only' : 'block pb-0.5 text-ink-2 text-sm'}>
      {label}
    </label>
    <TextInput
      {...inputProps}
      id={id}
      inputMode="decimal"
      maxLength={10}
      ltr
      autoComplete="off"
      aria-required
      aria-invalid={isInvalid || undefined}
    />
  </div>
)
