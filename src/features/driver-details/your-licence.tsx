import dynamic from 'next/dynamic'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import { usePage } from '@/client/checkout/checkout-provider'
import { useFieldValue } from '@/client/checkout/use-step-form'
import { useTranslation } from '@/client/texts/use-translation'
import { eyeColors } from '@/domain/data/eye-colors'
import { genders } from '@/domain/data/genders'
import { type HeightUnit, heightUnits } from '@/domain/data/height-units'
import { licenceClasses } from '@/domain/data/licence-classes'
import { Name } from '@/features/driver-details/about-you'
import type { DriverFieldProps } from '@/features/driver-details/driver-form'
import { DateFields } from '@/ui/date-fields'
import { Disclosure } from '@/ui/disclosure'
import { Fieldset } from '@/ui/fieldset'
import { RadioGroup } from '@/ui/radio-group'
import { TextInput, type TextInputProps } from '@/ui/text-input'

// Lazy: decorative, only needed when the group is open.
const LazyPicture = dynamic(
  () => import('@/features/driver-details/picture').then(({ Picture }) => Picture),
  { ssr: false },
)

/** Absent while React hydrates: it may restart after the file has loaded, which would not match. */
const Picture = (props: ComponentProps<typeof LazyPicture>) =>
  useIsHydrated() && <LazyPicture {...props} />

/** What the licence says, and the driver's data that the permit prints. */
export function YourLicence(fields: DriverFieldProps) {
  const { t } = useTranslation('driver-details')
  const { form, errorOf, values } = fields
  const isOpen = form.sections.stateOf('licence') === 'open'
  return (
    <>
      <BirthDate {...fields} />
      <Name
        {...fields}
        name="place_of_birth"
        label={t('you.birthPlace')}
        remark={t('you.birthPlaceHint')}
        autoComplete="off"
      />
      <Classes {...fields} isOpen={isOpen} />
      <RadioGroup
        {...form.register('gender')}
        id="gender"
        legend={t('licence.gender')}
        error={errorOf('gender')}
        autoComplete="sex"
        defaultValue={values.gender}
        options={genders.map(value => ({ value, label: t(`licence.genders.${value}`) }))}
      />
      <Height {...fields} />
      <RadioGroup
        {...form.register('eye_color')}
        id="eye_color"
        legend={t('licence.eyes')}
        error={errorOf('eye_color')}
        defaultValue={values.eye_color}
        options={eyeColors.map(value => ({
          value,
          label: t(`licence.colors.${value}`),
          picture: <span className="size-5">{isOpen && <Picture subject={value} />}</span>,
        }))}
      />
    </>
  )
}

function Classes({
  form,
  errorOf,
  isInvalid,
  values,
  isOpen,
}: DriverFieldProps & { isOpen: boolean }) {
  const { t } = useTranslation('driver-details')
  const isAmerican = useFieldValue(form, 'license_issued') === 'us'
  return (
    <Fieldset
      id="license_classes"
      legend={t('licence.classes')}
      hint={
        <>
          {t('licence.classesHint')}
          {isAmerican && <span className="block">{t('licence.classesUs')}</span>}
        </>
      }
      error={errorOf('license_classes')}
    >
      <ul className="checkbox-list mt-1">
        {licenceClasses.map(({ flag, letter }) => (
          <li key={flag}>
            <label>
              <input
                {...form.register('license_classes')}
                type="checkbox"
                value={flag}
                aria-invalid={isInvalid('license_classes', flag) || undefined}
                defaultChecked={values.license_classes.includes(flag)}
              />
              <span className="min-w-min max-w-[calc(100%-32px)] grow basis-0">
                <b>{letter}</b>
                {` – ${t(`licence.class.${flag}`)}`}
              </span>
              <span className="h-8 w-12 shrink-0 text-ink-2">
                {isOpen && <Picture subject={flag} />}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Disclosure summary={t('licence.meaning')} className="pt-2.5 text-sm">
        <dl className="grid gap-2 text-ink-2">
          {licenceClasses.map(({ flag, letter }) => (
            <div key={flag} className="flex gap-3">
              <dt className="font-semibold text-ink">{letter}</dt>
              <dd>{t(`licence.means.${flag}`)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </Fieldset>
  )
}

export function BirthDate({ form, errorOf, isInvalid, values }: DriverFieldProps) {
  const { t } = useTranslation('driver-details')
  const { birthDate } = usePage()
  return (
    <DateFields
      id="date_of_birth"
      legend={t('you.birth')}
      hint={t('you.birthHint', birthDate)}
      error={errorOf('date_of_birth')}
      parts={birthDate.order.map(part => ({
        ...form.register(`date_of_birth_${part}`),
        label: t(`you.${part}`),
        digits: part === 'year' ? 4 : 2,
        isInvalid: isInvalid('date_of_birth', part),
        autoComplete: `bday-${part}`,
        defaultValue: values[`date_of_birth_${part}`],
      }))}
    />
  )
}

/**
 * Height in the customer's unit. CSS shows the fields of the selected unit, so it works without
 * scripts.
 */
function Height({ form, errorOf, isInvalid, values }: DriverFieldProps) {
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
      error={errorOf('height')}
      className="group/height"
    >
      <div className="flex flex-wrap items-end gap-3 pt-1">
        <RadioGroup
          {...unitField}
          onChange={handleUnitChange}
          legend={t('licence.unit')}
          legendHidden
          isSwitch
          defaultValue={values.height_unit}
          options={heightUnits.map(value => ({ value, label: t(`licence.units.${value}`) }))}
        />
        <div className="group-has-[[value=ft]:checked]/height:hidden">
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
        <div className="hidden flex-wrap gap-3 group-has-[[value=ft]:checked]/height:flex">
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

const HeightInput = ({
  id,
  label,
  labelHidden,
  isInvalid,
  suffix,
  ...inputProps
}: HeightInputProps) => (
  <div className={suffix === undefined ? 'w-18' : 'w-[7.5rem] max-w-full'}>
    <label htmlFor={id} className={labelHidden ? 'sr-only' : 'block pb-0.5 text-ink-2 text-sm'}>
      {label}
    </label>
    <TextInput
      {...inputProps}
      suffix={suffix}
      id={id}
      inputMode="decimal"
      maxLength={10}
      autoComplete="off"
      aria-required
      aria-invalid={isInvalid || undefined}
    />
  </div>
)
