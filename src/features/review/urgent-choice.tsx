import { useTranslation } from 'next-i18next/pages'
import type { UseFormRegister } from 'react-hook-form'
import { usePrices } from '@/client/money'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import { planById, urgentId } from '@/domain/plans'
import type { UrgentForm } from '@/features/review/urgent-form'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'

interface UrgentChoiceProps {
  field: ReturnType<UseFormRegister<UrgentForm>>
  value: UrgentForm['urgent']
}

/** How fast the permit is made: two equal cards. */
export function UrgentChoice({ field, value }: UrgentChoiceProps) {
  const { t } = useTranslation(['review', 'common'])
  const { productList, currency } = useCheckout(visibleState)
  const prices = usePrices(currency)
  const price = planById(productList, urgentId)?.price ?? 0
  return (
    <Group heading={t('urgent.heading')}>
      <Fieldset id="urgent" role="radiogroup" legend={t('urgent.heading')} legendHidden>
        <ChoiceCards className="sm:grid-cols-2">
          <ChoiceCard
            {...field}
            value="no"
            defaultChecked={value === 'no'}
            title={t('urgent.standard')}
            price={t('common:delivery.free')}
          >
            {t('urgent.standardText')}
          </ChoiceCard>
          <ChoiceCard
            {...field}
            value="yes"
            defaultChecked={value === 'yes'}
            title={t('urgent.urgent')}
            price={<bdi>{`+${prices.major(price)}`}</bdi>}
          >
            {t('urgent.urgentText')}
          </ChoiceCard>
        </ChoiceCards>
      </Fieldset>
      <p className="text-ink-2 text-sm">{t('urgent.clock')}</p>
    </Group>
  )
}
