import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { AddressFields } from '@/features/plan/address-fields'
import type { Fields } from '@/features/plan/fields'
import { Group } from '@/ui/group'

interface DeliveryProps extends Fields {
  /** The country whose addresses are asked for. */
  country: string
  /** The ways to send it there. */
  methods: ReactNode
}

/** Where the printed permit goes and how; a digital one needs none of it. Shown by style alone. */
export function Delivery({ country, methods, ...fields }: DeliveryProps) {
  const { t } = useTranslation('plan')
  return (
    <Group heading={t('delivery.heading')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 group-has-[[value=digital]:checked]/plan:hidden">
        <AddressFields {...fields} country={country} />
        {methods}
      </div>
      <p className="hidden group-has-[[value=digital]:checked]/plan:block">
        {t('delivery.notNeeded')}
      </p>
    </Group>
  )
}
