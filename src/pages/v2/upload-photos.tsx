import { useTranslation } from 'next-i18next/pages'
import { CurrencyReceipt } from '@/features/currency-receipt/currency-receipt'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { Photos, photosFormId } from '@/features/photos/photos'
import { Preferences } from '@/features/preferences/preferences'
import { StepShell } from '@/features/shell/step-shell'
import { stepPage } from '@/server/page'

export default function UploadPhotosPage() {
  const { t } = useTranslation('photos')
  return (
    <StepShell
      step="upload-photos"
      summary={
        <>
          <CurrencyReceipt />
          <OrderSummary />
        </>
      }
      preferences={<Preferences />}
      action={{ form: photosFormId, label: t('addLater') }}
    >
      <Photos />
    </StepShell>
  )
}

export const getServerSideProps = stepPage('upload-photos', ['photos'])
