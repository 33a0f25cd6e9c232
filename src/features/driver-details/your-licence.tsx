import { useTranslation } from 'next-i18next/pages'
import { eyeColors } from '@/domain/data/eye-colors'
import { genders } from '@/domain/data/genders'
import { licenceClasses } from '@/domain/data/licence-classes'
import type { Fields } from '@/features/driver-details/fields'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'
import { RadioGroup } from '@/ui/radio-group'
import { TextField } from '@/ui/text-input'

export function YourLicence({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('driver-details')
  return (
    <Group heading={t('licence.heading')}>
      <Classes register={register} errorOf={errorOf} values={values} />
      <RadioGroup
        {...register('gender')}
        id="gender"
        legend={t('licence.gender')}
        hint={t('licence.genderHint')}
        error={errorOf('gender')}
        defaultValue={values.gender}
        options={genders.map(value => ({ value, label: t(`licence.genders.${value}`) }))}
      />
      <TextField
        {...register('height')}
        inputMode="numeric"
        ltr
        label={t('licence.height')}
        hint={t('licence.heightHint')}
        error={errorOf('height')}
        suffix={t('licence.cm')}
        autoComplete="off"
        defaultValue={values.height}
      />
      <RadioGroup
        {...register('eye_color')}
        id="eye_color"
        legend={t('licence.eyes')}
        hint={t('licence.eyesHint')}
        error={errorOf('eye_color')}
        defaultValue={values.eye_color}
        options={eyeColors.map(value => ({ value, label: t(`licence.colors.${value}`) }))}
      />
    </Group>
  )
}

function Classes({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('driver-details')
  return (
    <Fieldset
      id="license_classes"
      legend={t('licence.classes')}
      hint={t('licence.classesHint')}
      error={errorOf('license_classes')}
    >
      <ChoiceCards columns="one">
        {licenceClasses.map(({ flag, letter }) => (
          <ChoiceCard
            {...register('license_classes')}
            key={flag}
            type="checkbox"
            layout="row"
            value={flag}
            defaultChecked={values.license_classes.includes(flag)}
            title={`${letter} – ${t(`licence.class.${flag}`)}`}
          />
        ))}
      </ChoiceCards>
    </Fieldset>
  )
}
