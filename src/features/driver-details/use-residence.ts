import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { findPermitGroup } from '@/domain/destinations/pack-permits'

/** Id of the notice about permits for residents of a country. */
export const residenceNoticeId = 'issuing'

/** Country of residence and whether its residents can get a permit; `yes` if it is unknown. */
export function useResidence() {
  const { permits } = usePage()
  const { customer, userCountry } = useCheckout(optimisticState)
  const code = customer.country_of_residence || customer.license_issued || userCountry
  const rules = findPermitGroup(permits?.groups ?? [], code)
  return { code, from_: rules?.from_ ?? 'yes', hasDetails: rules?.has_details ?? false }
}
