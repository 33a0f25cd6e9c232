import { useTranslation } from 'next-i18next/pages'
import { dialCodeOptions } from '@/client/option-lists'
import { usePage } from '@/client/provider'
import type { Fields } from '@/features/driver-details/fields'
import { Checkbox } from '@/ui/checkbox'
import { DateFields } from '@/ui/date-fields'
import { FieldRow } from '@/ui/field'
import { Group } from '@/ui/group'
import { SelectField } from '@/ui/select'
import { TextField } from '@/ui/text-input'

export function AboutYou({ register, errorOf, values }: Fields) {
  const { t } = useTranslation(['driver-details', 'common'])
  return (
    <Group heading={t('you.heading')} side={t('you.side')}>
      <FieldRow>
        <TextField
          {...register('license_first_name')}
          label={t('you.firstName')}
          error={errorOf('license_first_name')}
          autoComplete="given-name"
          autoCapitalize="words"
          spellCheck={false}
          dir="auto"
          defaultValue={values.license_first_name}
        />
        <TextField
          {...register('license_last_name')}
          label={t('you.lastName')}
          error={errorOf('license_last_name')}
          autoComplete="family-name"
          autoCapitalize="words"
          spellCheck={false}
          dir="auto"
          defaultValue={values.license_last_name}
        />
      </FieldRow>
      <TextField
        {...register('email')}
        type="email"
        inputMode="email"
        ltr
        label={t('you.email')}
        hint={t('you.emailHint')}
        error={errorOf('email')}
        autoComplete="email"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={values.email}
      />
      <Checkbox
        {...register('email_consent')}
        label={t('you.consent')}
        defaultChecked={values.email_consent}
      />
      <Phone register={register} errorOf={errorOf} values={values} />
      <BirthDate register={register} errorOf={errorOf} values={values} />
      <TextField
        {...register('place_of_birth')}
        label={t('you.birthPlace')}
        hint={t('you.birthPlaceHint')}
        error={errorOf('place_of_birth')}
        autoComplete="off"
        dir="auto"
        defaultValue={values.place_of_birth}
      />
    </Group>
  )
}

function Phone({ register, errorOf, values }: Fields) {
  const { t } = useTranslation(['driver-details', 'common'])
  const { language } = usePage()
  return (
    <FieldRow>
      <SelectField
        {...register('dialCode')}
        label={t('you.dialCode')}
        autoComplete="tel-country-code"
        optionalLabel=""
        {...dialCodeOptions(language, values.dialCode)}
      />
      <TextField
        {...register('phone')}
        type="tel"
        inputMode="tel"
        ltr
        label={t('you.phone')}
        hint={t('you.phoneHint')}
        optionalLabel={t('common:optional')}
        error={errorOf('phone')}
        autoComplete="tel-national"
        defaultValue={values.phone}
      />
    </FieldRow>
  )
}

const parts = ['day', 'month', 'year'] as const

function BirthDate({ register, errorOf, values }: Fields) {
  const { t } = useTranslation(['driver-details', 'common'])
  const error = errorOf('date_of_birth')
  return (
    <DateFields
      id="date_of_birth"
      legend={t('you.birth')}
      hint={t('you.birthHint')}
      error={error}
      parts={parts.map(part => ({
        ...register(`date_of_birth_${part}`),
        label: t(`you.${part}`),
        digits: part === 'year' ? 4 : 2,
        bad: error !== undefined,
        autoComplete: `bday-${part}`,
        defaultValue: values[`date_of_birth_${part}`],
      }))}
    />
  )
}
