import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { Outlook } from '@/features/photos/checkout-photos'
import { areAllThere } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { useCheckoutDesk } from '@/features/photos/use-checkout-photos'

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
