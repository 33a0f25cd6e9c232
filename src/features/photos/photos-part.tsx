import { useTranslation } from 'next-i18next/pages'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { ContinueNotice } from '@/features/photos/checkout-photos'
import { areAllUploaded } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { useCheckoutPhotos } from '@/features/photos/use-checkout-photos'

/** The four photos within a larger form; missing ones can be added later. */
export function PhotosPart({ route, form }: { route: string; form: string }) {
  const { t } = useTranslation('photos')
  const source = useCheckoutPhotos({ route, form })
  return (
    <section aria-label={t('list.heading')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {!areAllUploaded(source.images) && (
        <input type="hidden" name="next" value="later" form={form} />
      )}
      <Photos source={source}>
        <ContinueNotice />
      </Photos>
    </section>
  )
}

/** State change on Continue while photos are missing. */
export function useMissingPhotosChange() {
  const { images } = useCheckoutState('approval_documents').approval_documents
  return areAllUploaded(images) ? {} : { approval_documents: { add_later: true } }
}
