import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import type { AnyText } from '@/client/texts/dynamic-translate'
import { useDestinationName } from '@/client/texts/use-destination-name'
import type { FieldIssue } from '@/domain/input/field-issue'

/** What is wrong, in words. What an explanation stands for, or is mended outside the form, is none of it. */
export function useErrors(issues: FieldIssue[]) {
  const { t } = useTranslation('driver-issues')
  const { acknowledgements } = useCheckout(visibleState)
  const nameOf = useDestinationName()
  return issues
    .filter(({ field }) => !acknowledgements.includes(field))
    .filter(({ message }) => message !== 'country_of_residence.refused')
    .map(issue => {
      const country = nameOf(issue.field.replace(/.*:/, ''))
      return { ...issue, text: (t as AnyText)(issue.message, { country }) }
    })
}
