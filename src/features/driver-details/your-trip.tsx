import dynamic from 'next/dynamic'
import { useTranslation } from 'next-i18next/pages'
import { type ChangeEvent, useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { loadCountries, useSeveralTexts } from '@/client/pickers/country-pickers'
import { useServedOptions } from '@/client/pickers/use-server-options'
import { visibleState } from '@/client/store/checkout-store'
import { useDestinationName } from '@/client/texts/use-destination-name'
import type { Fields } from '@/features/driver-details/driver-field-props'
import { Group } from '@/ui/group'
import { MultiPickerField } from '@/ui/pickers/multi-picker-field'
import { PickerField } from '@/ui/pickers/picker-field'

// Nobody without a destination needs them.
const Verdicts = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(({ Verdicts }) => Verdicts),
)

/** Where somebody drives, and where licence and driver are from. */
export function YourTrip({ form, errorOf, values }: Fields) {
  const { t } = useTranslation(['driver-details', 'common'])
  const page = usePage()
  const nameOf = useDestinationName()
  const destinations = form.watch('destinations')
  const issued = form.register('license_issued')
  const isGuessed = useGuess(form.watch('license_issued'))

  const issuedElsewhere = (event: ChangeEvent<HTMLSelectElement>) => {
    const before = form.getValues()
    const change = issued.onChange(event)
    const { value } = event.currentTarget
    form.loadRules().then(
      ({ followers }) => form.fill(followers(before, value)),
      () => undefined,
    )
    return change
  }

  return (
    <Group heading={t('trip.heading')}>
      <MultiPickerField
        {...form.register('destinations')}
        chosen={destinations}
        label={t('trip.destination')}
        hint={t('trip.destinationHint')}
        optionalLabel={t('common:optional')}
        error={errorOf('destinations')}
        autoComplete="off"
        nameOf={nameOf}
        ownWords={page.ownWords}
        texts={useSeveralTexts()}
        load={loadCountries}
        {...useServedOptions('destinations', lists =>
          lists.destinationOptions(page, nameOf, values.destinations),
        )}
      />
      <div aria-live="polite" className="-mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 empty:-mt-5">
        {destinations.length > 0 && page.permits && (
          <Verdicts destinations={destinations} errorOf={errorOf} />
        )}
      </div>
      <PickerField
        {...issued}
        onChange={issuedElsewhere}
        chosen={form.watch('license_issued')}
        label={t('trip.issued')}
        hint={isGuessed ? t('trip.issuedGuess') : t('trip.issuedHint')}
        error={errorOf('license_issued')}
        autoComplete="off"
        load={loadCountries}
        {...useServedOptions('license_issued', lists =>
          lists.countryOptions(page, t('choose'), values.license_issued),
        )}
      />
      <PickerField
        {...form.register('country_of_residence')}
        chosen={form.watch('country_of_residence')}
        label={t('trip.residence')}
        hint={t('trip.residenceHint')}
        error={errorOf('country_of_residence')}
        autoComplete="country"
        load={loadCountries}
        {...useServedOptions('country_of_residence', lists =>
          lists.countryOptions(page, t('choose'), values.country_of_residence),
        )}
      />
    </Group>
  )
}

/** Whether a country is still the one the customer's location was taken for. */
function useGuess(country: string): boolean {
  const { customer, userCountry } = useCheckout(visibleState)
  const [isGuess] = useState(customer.license_issued === '')
  return isGuess && country === userCountry
}
