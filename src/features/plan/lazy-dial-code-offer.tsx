import { useTranslation } from '@/client/texts/use-translation'
import { findCallingCode } from '@/domain/data/dial-codes'
import { Button } from '@/ui/button'

interface DialCodeOfferProps {
  /** The parcel's country. */
  country: string
  onAccept: () => void
}

/** Offers the calling code of the parcel's country for a number that is only possible with it. */
export function DialCodeOffer({ country, onAccept }: DialCodeOfferProps) {
  const { t } = useTranslation('plan')
  return (
    <Button
      variant="link"
      wide={false}
      onClick={() => {
        onAccept()
        document.getElementById('phone')?.focus()
      }}
    >
      {t('phone.useCode', { code: `+${findCallingCode(country)}` })}
    </Button>
  )
}
