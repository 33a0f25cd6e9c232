import dynamic from 'next/dynamic'
import { OpenOrder, useOpenOrderTexts } from '@/features/open-order/open-order'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { type OpenOrderProps, openOrderPage } from '@/server/pages/open-order-page'

// Loaded on demand: an order that can still be opened shows its receipt on its own page.
const Receipt = dynamic(() => import('@/features/thank-you/receipt').then(({ Receipt }) => Receipt))

export default function OpenOrderPage({ offer }: Pick<OpenOrderProps, 'offer'>) {
  const { title } = useOpenOrderTexts(offer)
  return (
    <Frame title={title} preferences={<Preferences />}>
      <OpenOrder
        offer={offer}
        receipt={offer.completed && <Receipt receipt={offer.completed.receipt} />}
      />
    </Frame>
  )
}

export const getServerSideProps = openOrderPage
