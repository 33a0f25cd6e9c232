import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { residenceOf } from '@/domain/checkout/residence'
import { findPermitGroup } from '@/domain/destinations/pack-permits'

/** Id of the notice about permits for residents of a country. */
export const residenceNoticeId = 'issuing'

/** Country of residence and whether its residents can get a permit; `yes` if it is unknown. */
export function useResidence() {
  const { permits } = usePage()
  const code = useCheckout(state => residenceOf(optimisticState(state)))
  const rules = findPermitGroup(permits?.groups ?? [], code)
  return { code, from_: rules?.from_ ?? 'yes', hasDetails: rules?.has_details ?? false }
}
