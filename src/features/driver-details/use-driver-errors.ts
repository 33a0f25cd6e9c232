import { useTranslation } from 'next-i18next/pages'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useDestinationName } from '@/client/texts/use-destination-name'
import type { FieldIssue } from '@/domain/input/field-issue'

/**
 * Issues with their texts, without acknowledged ones and the refused residence, which has its own
 * notice.
 */
export function useDriverErrors(issues: FieldIssue[]) {
  const { t } = useTranslation('driver-issues')
  const { acknowledgements } = useCheckoutState('acknowledgements')
  const nameOf = useDestinationName()
  return issues
    .filter(({ field }) => !acknowledgements.includes(field))
    .filter(({ message }) => message !== 'country_of_residence.refused')
    .map(issue => {
      const country = nameOf(issue.field.replace(/.*:/, ''))
      return { ...issue, text: (t as DynamicT)(issue.message, { country }) }
    })
}
