import { useDestinationPermits } from '@/client/checkout/use-permit-advice'
import { useDestinationName } from '@/client/format/use-destination-name'
import { useTranslation } from '@/client/texts/use-translation'
import { type ChosenPlan, listAcknowledgements } from '@/domain/destinations/permit-verdict'

/**
 * One sentence for each destination that does not accept the chosen plan; without a plan, for those
 * that accept neither format. The page needs the namespaces `permits` and `pickers`.
 */
export function useRefusalTexts(plan?: ChosenPlan): string[] {
  const { t } = useTranslation('permits')
  const nameOf = useDestinationName()
  return listAcknowledgements(useDestinationPermits(), plan).map(({ reason, destination }) =>
    t(`conflicts.${reason}`, { country: nameOf(destination) }),
  )
}
