import { useTranslation } from 'next-i18next/pages'
import { countryOptions } from '@/client/option-lists'
import { usePage } from '@/client/provider'
import type { Fields } from '@/features/driver-details/fields'
import { Group } from '@/ui/group'
import { SelectField } from '@/ui/select'

export function YourTrip({ register, errorOf, values }: Fields) {
  const { t } = useTranslation(['driver-details', 'common'])
  const { language } = usePage()
  return (
    <Group heading={t('trip.heading')}>
      <SelectField
        {...register('destination')}
        label={t('trip.destination')}
        hint={t('trip.destinationHint')}
        optionalLabel={t('common:optional')}
        autoComplete="off"
        {...countryOptions(language, t('choose'), values.destination)}
      />
      <SelectField
        {...register('license_issued')}
        label={t('trip.issued')}
        hint={t('trip.issuedHint')}
        error={errorOf('license_issued')}
        autoComplete="off"
        {...countryOptions(language, t('choose'), values.license_issued)}
      />
      <SelectField
        {...register('country_of_residence')}
        label={t('trip.residence')}
        error={errorOf('country_of_residence')}
        autoComplete="country"
        {...countryOptions(language, t('choose'), values.country_of_residence)}
      />
    </Group>
  )
}
