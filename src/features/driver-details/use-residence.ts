import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { findPermitGroup } from '@/domain/destinations/pack-permits'

/** Where the explanation stands that nobody from there can go on. */
export const residenceNoticeId = 'issuing'

/** Where the driver lives, and whether a permit can be issued to people there; of what is unknown, nothing is said. */
export function useResidence() {
  const { permits } = usePage()
  const { customer, userCountry } = useCheckout(optimisticState)
  const code = customer.country_of_residence || customer.license_issued || userCountry
  const rules = findPermitGroup(permits?.groups ?? [], code)
  return { code, from_: rules?.from_ ?? 'yes', hasDetails: rules?.has_details ?? false }
}
