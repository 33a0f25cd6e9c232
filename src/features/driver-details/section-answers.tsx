import { usePage } from '@/client/checkout/checkout-provider'
import { useDestinationName } from '@/client/format/use-destination-name'
import { useTranslation } from '@/client/texts/use-translation'
import { formatCountryName } from '@/domain/data/country-names'
import type { EyeColor } from '@/domain/data/eye-colors'
import { licenceClasses } from '@/domain/data/licence-classes'
import type { DriverForm } from '@/domain/driver/driver-form'
import type { DriverFormRuntime } from '@/features/driver-details/driver-form'
import type { DriverSection } from '@/features/driver-details/use-open-sections'
import { AnswerLine } from '@/ui/answer-line'

interface SectionAnswersProps {
  form: DriverFormRuntime
  section: DriverSection
}

/** The answers of a closed section of the driver. */
export const SectionAnswers = ({ form, section }: SectionAnswersProps) => (
  <AnswerLine answers={useAnswers(form.getValues())[section]} />
)

function useAnswers(values: DriverForm): Record<DriverSection, string[]> {
  const { t } = useTranslation('driver-details')
  const { language, nameOrder, birthDate } = usePage()
  const nameOf = useDestinationName()
  const { height, height_unit, height_ft, height_in, eye_color } = values
  const issued = formatCountryName(values.license_issued, language)
  return {
    trip: [...values.destinations.map(nameOf), issued && t('trip.licence', { country: issued })],
    you: [nameOrder.map(part => values[`license_${part}_name`]).join(' '), values.email],
    licence: [
      birthDate.order.map(part => values[`date_of_birth_${part}`]).join(birthDate.separator),
      licenceClasses
        .filter(({ flag }) => values.license_classes.includes(flag))
        .map(({ letter }) => letter)
        .join(' '),
      height_unit === 'ft' ? `${height_ft}′ ${height_in || 0}″` : `${height} ${t('licence.cm')}`,
      eye_color && t(`licence.colors.${eye_color as EyeColor}`),
    ],
  }
}
