import { useTranslation } from 'next-i18next/pages'
import { useState } from 'react'
import { usePrices } from '@/client/money'
import { useCheckout } from '@/client/provider'
import { visibleQuote } from '@/client/store'
import type { ShippingMethod } from '@/domain/delivery'
import { DeliveryFacts } from '@/features/review/delivery-facts'
import { DriverFacts } from '@/features/review/driver-facts'
import { PhotoFacts, PlanFacts } from '@/features/review/order-facts'
import { UrgentChoice } from '@/features/review/urgent-choice'
import { useUrgentForm } from '@/features/review/urgent-form'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

export const reviewFormId = 'review'

/** Step 4: everything said so far, and how fast it is wanted. */
export function Review({ methods }: { methods: ShippingMethod[] }) {
  const { t } = useTranslation(['review', 'common'])
  const [isUnsaved, setUnsaved] = useState(false)
  const form = useUrgentForm(reviewFormId, setUnsaved)
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  return (
    <form
      id={reviewFormId}
      method="post"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={form.submit}
    >
      <DriverFacts />
      <PhotoFacts />
      <PlanFacts />
      <DeliveryFacts methods={methods} />
      <UrgentChoice field={form.register('urgent')} value={form.values.urgent} />
      <p className="px-1 text-ink-2 text-sm">{t('translation')}</p>
      {isUnsaved && (
        <Notice tone="error" role="alert">
          {t('common:errors.couldNotSave')}
        </Notice>
      )}
      <Button type="submit" busy={form.isBusy} className="max-lg:hidden">
        {quote ? t('continue', { total: prices.minor(quote.total) }) : t('continueShort')}
      </Button>
    </form>
  )
}
