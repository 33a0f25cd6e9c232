import type { ReactNode } from 'react'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { useTranslation } from '@/client/texts/use-translation'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { useLatinName } from '@/features/review/latin-name'
import { UrgentChoice, useContinueToPayment, useUrgentForm } from '@/features/review/urgent-choice'
import { What } from '@/features/review/what'
import { Where } from '@/features/review/where'
import { Who } from '@/features/review/who'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { UnsavedAlert } from '@/ui/unsaved-alert'

export const reviewFormId = 'review'

interface ReviewProps {
  methods: ShippingMethod[]
  /** Why a price change is not in the order, while it is not. */
  saveProblemStatus: ReactNode
}

/** Step 4: the processing time, and all answers in three cards. */
export function Review({ methods, saveProblemStatus }: ReviewProps) {
  const { t } = useTranslation(['review', 'urgent', 'common'])
  const [unsaved, setUnsaved] = useUnsavedNotice(reviewFormId)
  const continueToPayment = useContinueToPayment(setUnsaved)
  const form = useUrgentForm(reviewFormId)
  const latinName = useLatinName(reviewFormId, change =>
    continueToPayment(form.getValues(), change),
  )
  return (
    <form
      id={reviewFormId}
      method="post"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={event => void latinName.submit(event)}
    >
      <Group heading={t('urgent:heading')}>
        <UrgentChoice
          field={form.register('urgent')}
          value={form.values.urgent}
          saveProblemStatus={saveProblemStatus}
        />
      </Group>
      <Who latinName={latinName} />
      <What />
      <Where methods={methods} />
      <p className="text-ink-2 text-sm">{t('translation')}</p>
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      <Button type="submit" className="max-lg:hidden">
        {t('continueShort')}
      </Button>
    </form>
  )
}
