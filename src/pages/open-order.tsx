import { useTranslation } from '@/client/texts/use-translation'
import { OpenOrder } from '@/features/open-order/open-order'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { type OpenOrderProps, openOrderPage } from '@/server/pages/open-order-page'

export default function OpenOrderPage({ offer }: Pick<OpenOrderProps, 'offer'>) {
  const { t } = useTranslation('open-order')
  return (
    <Frame title={t(offer.completed ? 'completed.title' : 'title')} preferences={<Preferences />}>
      <OpenOrder offer={offer} />
    </Frame>
  )
}

export const getServerSideProps = openOrderPage
