import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import { useApi, useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { useServerOptions } from '@/client/checkout/use-server-options'
import { useFieldValue } from '@/client/checkout/use-step-form'
import { loadCountries } from '@/client/pickers/country-pickers'
import { useTranslation } from '@/client/texts/use-translation'
import type { DriverForm } from '@/domain/driver/driver-form'
import type { NameKind } from '@/domain/input/latin'
import { maxStoredLength } from '@/domain/input/storable'
import type { DriverFieldProps, DriverFormRuntime } from '@/features/driver-details/driver-form'
import { getRequiredProps } from '@/features/driver-details/use-progressive-reveal'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { classNames } from '@/ui/class-names'
import { DateFields } from '@/ui/date-fields'
import { FieldRow } from '@/ui/field'
import { Group } from '@/ui/group'
import { PickerField } from '@/ui/pickers/picker-field'
import { TextField } from '@/ui/text-input'

interface AboutYouProps extends DriverFieldProps {
  /** Hides the later fields until the first ones are answered. */
  laterClassName: string | undefined
  /** The phone number is asked for with the delivery. */
  isPhoneDeferred?: boolean
}

export function AboutYou({ laterClassName, isPhoneDeferred, ...fields }: AboutYouProps) {
  const { t } = useTranslation('driver-details')
  const { nameOrder } = usePage()
  return (
    <Group heading={t('you.heading')} side={t('you.side')}>
      <FieldRow>
        {nameOrder.map(part => (
          <Name
            key={part}
            {...fields}
            name={`license_${part}_name`}
            stage={1}
            label={t(`you.${part}Name`)}
            autoComplete={part === 'first' ? 'given-name' : 'family-name'}
          />
        ))}
      </FieldRow>
      <Email {...fields} />
      <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-5', laterClassName)}>
        {!isPhoneDeferred && <Phone {...fields} />}
        <BirthDate {...fields} />
        <Name
          {...fields}
          name="place_of_birth"
          stage={2}
          label={t('you.birthPlace')}
          hint={t('you.birthPlaceHint')}
          autoComplete="off"
        />
      </div>
    </Group>
  )
}

interface NameProps extends DriverFieldProps {
  name: 'license_first_name' | 'license_last_name' | 'place_of_birth'
  stage: 1 | 2
  label: string
  hint?: string
  autoComplete: string
}

const nameKindOf: Record<NameProps['name'], NameKind> = {
  license_first_name: 'given',
  license_last_name: 'family',
  place_of_birth: 'place',
}

/** A name in any script; suggests the Latin spelling that the permit prints. */
function Name({ form, errorOf, values, name, stage, label, hint, autoComplete }: NameProps) {
  const { t } = useTranslation('driver-details')
  const api = useApi()
  const {
    hint: fieldHint,
    accept,
    control,
  } = useFieldHint(form, name, ({ findLatinHint }, value) =>
    findLatinHint(api, value, {
      country: form.getValues('license_issued'),
      kind: nameKindOf[name],
    }),
  )
  const proposal = fieldHint?.proposal
  return (
    <TextField
      {...control}
      {...getRequiredProps(stage)}
      label={label}
      hint={hint}
      maxLength={maxStoredLength.name}
      error={errorOf(name)}
      autoComplete={autoComplete}
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      dir="auto"
      defaultValue={values[name]}
      note={
        fieldHint && (
          <span role="status">
            {`${t('you.latin')} `}
            {proposal && (
              <Proposal onAccept={() => accept(proposal)}>
                {t('you.latinUse', { name: proposal })}
              </Proposal>
            )}
          </span>
        )
      }
    />
  )
}

function Email({ form, errorOf, values }: DriverFieldProps) {
  const { t } = useTranslation('driver-details')
  const store = useCheckoutStore()
  const api = useApi()
  const {
    hint: fieldHint,
    accept,
    control,
  } = useFieldHint(form, 'email', (rules, value) => {
    if (value !== values.email) void rules.trackAddToCart(store, api, value)
    return rules.suggestEmail(value)
  })
  return (
    <>
      <TextField
        {...control}
        {...getRequiredProps(1)}
        // Lets CSS detect an incomplete email; validation uses its own rules.
        pattern="\s*\S+@\S+\.\S\S+\s*"
        type="email"
        inputMode="email"
        ltr
        label={t('you.email')}
        hint={t('you.emailHint')}
        maxLength={maxStoredLength.email}
        error={errorOf('email')}
        autoComplete="email"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={values.email}
        note={
          <>
            <span role="status">
              {fieldHint && (
                <>
                  {`${t('you.didYouMean')} `}
                  <Proposal onAccept={() => accept(fieldHint)}>
                    <bdi dir="ltr">{fieldHint}</bdi>
                  </Proposal>
                </>
              )}
            </span>
            <span className="block">{t('you.emailNotice')}</span>
          </>
        }
      />
      <Checkbox
        {...form.register('email_consent')}
        label={t('you.consent')}
        defaultChecked={values.email_consent}
      />
    </>
  )
}

function BirthDate({ form, errorOf, isInvalid, values }: DriverFieldProps) {
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
        ...getRequiredProps(2),
        label: t(`you.${part}`),
        digits: part === 'year' ? 4 : 2,
        isInvalid: isInvalid('date_of_birth', part),
        autoComplete: `bday-${part}`,
        // Months may be written as words.
        inputMode: part === 'month' ? 'text' : 'numeric',
        defaultValue: values[`date_of_birth_${part}`],
      }))}
    />
  )
}

/** Phone number for the courier. Its rules load when the field gets focus. */
function Phone({ form, errorOf, values }: DriverFieldProps) {
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

type HintFieldName = 'license_first_name' | 'license_last_name' | 'place_of_birth' | 'email'

/**
 * Shows a hint about a value from blur until the next change. The rules load on blur; without them
 * there is no hint.
 */
function useFieldHint<Hint>(
  form: DriverFormRuntime,
  name: HintFieldName,
  findHint: (
    rules: Awaited<ReturnType<DriverFormRuntime['loadRules']>>,
    value: string,
  ) => Hint | undefined | Promise<Hint | undefined>,
) {
  const [hint, setHint] = useState<Hint>()
  const control = form.register(name)
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const value = input.value
    void control.onBlur(event)
    if (value)
      form
        .loadRules()
        .then(rules => input.value === value && findHint(rules, value))
        .then(
          hint => setHint((input.value === value && hint) || undefined),
          () => undefined,
        )
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    setHint(undefined)
    return control.onChange(event)
  }
  /** Applies the proposal and focuses the field, because the button unmounts with the hint. */
  const accept = (value: string) => {
    setHint(undefined)
    form.fill({ [name]: value } as Partial<DriverForm>)
    document.getElementById(name)?.focus()
  }
  return {
    hint,
    accept,
    control: { ...control, onBlur: handleBlur, onChange: handleChange },
  }
}

/** A proposal as a link button within a sentence. */
const Proposal = ({ onAccept, children }: { onAccept: () => void; children: ReactNode }) => (
  <Button variant="link" wide={false} onClick={onAccept}>
    {children}
  </Button>
)
