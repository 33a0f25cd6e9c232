import dynamic from 'next/dynamic'
import { type ChangeEvent, useState } from 'react'
import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useServerOptions } from '@/client/checkout/use-server-options'
import { useFieldValue } from '@/client/checkout/use-step-form'
import { useDestinationName } from '@/client/format/use-destination-name'
import { loadCountries, useMultiPickerTexts } from '@/client/pickers/country-pickers'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { DriverFieldProps, useResidence } from '@/features/driver-details/driver-form'
import { MultiPickerField } from '@/ui/pickers/multi-picker-field'
import { PickerField } from '@/ui/pickers/picker-field'

// Lazy: only needed with a destination.
const Verdicts = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(({ Verdicts }) => Verdicts),
)

// Lazy: few customers need it.
const ResidenceNotice = dynamic(() =>
  import('@/features/driver-details/destination-verdicts').then(
    ({ ResidenceNotice }) => ResidenceNotice,
  ),
)

interface YourTripProps extends DriverFieldProps {
  residence: ReturnType<typeof useResidence>
}

/** Destinations, and the countries of licence and residence. */
export function YourTrip({ form, errorOf, values, residence: { code, ...rules } }: YourTripProps) {
  const { t } = useTranslation(['driver-details', 'common'])
  const page = usePage()
  const nameOf = useDestinationName()
  const destinations = useFieldValue(form, 'destinations')
  const licenceField = form.register('license_issued')
  const licenceCountry = useFieldValue(form, 'license_issued')
  const residence = useFieldValue(form, 'country_of_residence')
  const isGuessed = useIsGuessed(licenceCountry)

  const handleLicenceChange = (event: ChangeEvent<HTMLSelectElement>) => {
    const previous = form.getValues()
    const pendingChange = licenceField.onChange(event)
    const { value } = event.currentTarget
    form.loadRules().then(
      ({ deriveLicenceDefaults }) => form.fill(deriveLicenceDefaults(previous, value)),
      () => undefined,
    )
    return pendingChange
  }

  return (
    <>
      <div>
        <MultiPickerField
          {...form.register('destinations')}
          chosen={destinations}
          label={t('trip.destination')}
          hint={t('trip.destinationHint')}
          optionalLabel={t('common:optional')}
          error={errorOf('destinations')}
          autoComplete="off"
          nameOf={nameOf}
          texts={useMultiPickerTexts()}
          load={loadCountries}
          {...useServerOptions('destinations', lists =>
            lists.destinationOptions(page, nameOf, values.destinations),
          )}
        />
        <div aria-live="polite" className="not-empty:pt-3">
          {destinations.length > 0 && page.permits && (
            <Verdicts destinations={destinations} errorOf={errorOf} />
          )}
        </div>
      </div>
      <PickerField
        {...licenceField}
        onChange={handleLicenceChange}
        chosen={licenceCountry}
        label={t('trip.issued')}
        hint={isGuessed ? t('trip.issuedGuess') : t('trip.issuedHint')}
        error={errorOf('license_issued')}
        autoComplete="off"
        load={loadCountries}
        {...useServerOptions('license_issued', lists =>
          lists.countryOptions(page, t('choose'), values.license_issued),
        )}
      />
      <div>
        <PickerField
          {...form.register('country_of_residence')}
          chosen={residence}
          label={t('trip.residence')}
          error={errorOf('country_of_residence')}
          autoComplete="country"
          load={loadCountries}
          {...useServerOptions('country_of_residence', lists =>
            lists.countryOptions(page, t('choose'), values.country_of_residence),
          )}
        />
        <div aria-live="polite" className="not-empty:pt-3">
          {rules.from_ !== 'yes' && (
            <ResidenceNotice code={code} from_={rules.from_} hasDetails={rules.hasDetails} />
          )}
        </div>
      </div>
    </>
  )
}

/** Whether the country is still the one guessed from the customer's location. */
function useIsGuessed(country: string): boolean {
  const { userCountry } = useCheckoutState('userCountry')
  const isEmpty = useCheckout(state => optimisticState(state).customer.license_issued === '')
  const [isInitialGuess] = useState(isEmpty)
  return isInitialGuess && country === userCountry
}
