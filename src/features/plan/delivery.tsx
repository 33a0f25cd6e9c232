import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { AddressFields } from '@/features/plan/address-fields'
import { CourierPhone } from '@/features/plan/courier-phone'
import type { Fields } from '@/features/plan/fields'
import { Group } from '@/ui/group'

interface DeliveryProps extends Fields {
  /** Country of the address. */
  country: string
  /** The courier's phone number is missing. */
  hasPhoneField: boolean
  /** Delivery methods, or pickup points. */
  methods: ReactNode
}

/** Delivery of a printed permit. CSS hides it for a digital one. */
export function Delivery({ country, hasPhoneField, methods, ...fields }: DeliveryProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { pickupPoints } = usePage()
  const phone = hasPhoneField && <CourierPhone {...fields} />
  return (
    <Group id="delivery" heading={t(pickupPoints ? 'common:delivery.pickup' : 'delivery.heading')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 group-has-[[value=digital]:checked]/plan:hidden">
        {pickupPoints ? (
          <>
            {methods}
            {phone}
          </>
        ) : (
          <>
            <AddressFields {...fields} country={country} />
            {phone}
            {methods}
          </>
        )}
      </div>
      <p className="hidden group-has-[[value=digital]:checked]/plan:block">
        {t('delivery.notNeeded')}
      </p>
    </Group>
  )
}
