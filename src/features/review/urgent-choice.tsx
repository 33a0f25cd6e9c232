import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/texts/use-prices'
import { findPlan, urgentId } from '@/domain/catalog/plans'
import { formatSurcharge } from '@/domain/pricing/money'
import type { UrgentForm } from '@/features/review/urgent-form'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'

interface UrgentChoiceProps {
  field: ReturnType<UseFormRegister<UrgentForm>>
  value: UrgentForm['urgent']
  /** Why the choice is not in the order, while it is not. */
  saveProblemStatus: ReactNode
}

/** Processing time: two equal cards. */
export function UrgentChoice({ field, value, saveProblemStatus }: UrgentChoiceProps) {
  const { t } = useTranslation(['urgent', 'common'])
  const { productList, currency } = useCheckoutState('productList', 'currency')
  const prices = usePrices(currency)
  const price = findPlan(productList, urgentId)?.price ?? 0
  return (
    <Group heading={t('heading')}>
      <Fieldset id="urgent" role="radiogroup" legend={t('heading')} legendHidden>
        <ChoiceCards className="sm:grid-cols-2">
          <ChoiceCard
            {...field}
            value="no"
            defaultChecked={value === 'no'}
            title={t('standard')}
            price={t('common:delivery.free')}
          >
            {t('standardText')}
          </ChoiceCard>
          <ChoiceCard
            {...field}
            value="yes"
            defaultChecked={value === 'yes'}
            title={t('urgent')}
            price={<bdi>{formatSurcharge(prices.major(price))}</bdi>}
          >
            {t('urgentText')}
          </ChoiceCard>
        </ChoiceCards>
      </Fieldset>
      {saveProblemStatus}
      <p className="text-ink-2 text-sm">{t('clock')}</p>
    </Group>
  )
}
