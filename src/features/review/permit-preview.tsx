import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/format/use-dates'
import { useToday } from '@/client/format/use-today'
import { useTranslation } from '@/client/texts/use-translation'
import { computePermitPeriod } from '@/domain/catalog/permit-period'
import { findPlan } from '@/domain/catalog/plans'
import type { DocumentType } from '@/domain/data/document-types'
import { licenceClasses } from '@/domain/data/licence-classes'
import { isRealDate, normalizeToIsoDate } from '@/domain/dates/dates'
import { buildPreviewUrl } from '@/domain/photos/photo-files'
import { PermitCard } from '@/ui/permit-card'
import type { PictureSource } from '@/ui/picture-source'

interface PermitPreviewProps {
  /** Names as they are printed. */
  givenName: string
  familyName: string
}

/** The permit card with the customer's answers and photos, for an order that is paid today. */
export function PermitPreview({ givenName, familyName }: PermitPreviewProps) {
  const { t } = useTranslation('review')
  const today = useToday()
  const { day } = useDates()
  const { customer, productList, selectedLicense } = useCheckoutState(
    'customer',
    'productList',
    'selectedLicense',
  )
  const { date_of_birth } = customer
  const { from, until } = computePermitPeriod(
    today,
    findPlan(productList, selectedLicense)?.years ?? null,
  )
  const classes = licenceClasses.map(({ flag, letter }) => ({ letter, isHeld: customer[flag] }))
  return (
    <figure className="w-full max-w-100">
      <PermitCard
        label={t('card.label', {
          name: `${givenName} ${familyName}`,
          classes: classes
            .filter(({ isHeld }) => isHeld)
            .map(({ letter }) => letter)
            .join(' '),
          from: day(from),
          until: day(until),
        })}
        givenName={givenName}
        familyName={familyName}
        birth={isRealDate(date_of_birth) ? normalizeToIsoDate(date_of_birth) : ''}
        classes={classes}
        validFrom={from}
        validUntil={until}
        photo={usePhotoSource('profile')}
        signature={usePhotoSource('signature')}
      />
      <figcaption className="pt-3 text-ink-2 text-sm">{t('card.caption')}</figcaption>
    </figure>
  )
}

/** The photo of this type in the browser or on the server; undefined without one. */
export function usePhotoSource(type: DocumentType): PictureSource | undefined {
  const upload = useCheckout(({ uploads }) => uploads[type])
  const { images } = useCheckoutState('approval_documents').approval_documents
  const image = images.find(candidate => candidate.type === type)
  if (upload?.picture && upload.state !== 'rejected') return upload.picture
  return image && buildPreviewUrl(image)
}
