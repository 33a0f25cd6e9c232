import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import { useCheckoutDesk } from '@/features/photos/checkout-desk'
import { Outlook } from '@/features/photos/checkout-photos'
import { areAllThere } from '@/features/photos/photo-state'
import { Photos } from '@/features/photos/photos'

/** The four photos on a page that asks for more: what is missing may come later. */
export function PhotosPart({ route, form }: { route: string; form: string }) {
  const { t } = useTranslation('photos')
  const desk = useCheckoutDesk({ route, form })
  return (
    <section aria-label={t('list.heading')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {!areAllThere(desk.images) && <input type="hidden" name="next" value="later" form={form} />}
      <Photos desk={desk}>
        <Outlook />
      </Photos>
    </section>
  )
}

/** What going on changes while photos are missing. */
export function useLaterPhotos() {
  const { images } = useCheckout(visibleState).approval_documents
  return areAllThere(images) ? {} : { approval_documents: { add_later: true } }
}
