import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useState } from 'react'
import { type ShownItem, useTravelCart } from '@/features/travel-items/travel-cart'
import { TravelRow } from '@/features/travel-items/travel-row'
import { Disclosure } from '@/ui/disclosure'
import { Group } from '@/ui/group'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'

/** So many are shown at first. */
const shownFirst = 3

/** What else can go into the permit's parcel. It needs scripts: without them there is none of it. */
export function TravelItems() {
  const { t } = useTranslation('travel')
  const { items, gone, setQuantity } = useTravelCart()
  const [changed, setChanged] = useState<Changed>()
  if (items.length === 0) return null
  const rows = (some: ShownItem[]) => (
    <ul className="divide-y divide-line">
      {some.map(item => (
        <TravelRow
          key={item.item_id}
          item={item}
          onChange={quantity => {
            setQuantity(item.item_id, quantity)
            setChanged({ item_id: item.item_id, quantity })
          }}
        />
      ))}
    </ul>
  )
  return (
    // Before the scripts know of a digital plan, style alone hides it.
    <Group
      id="extras"
      heading={t('heading')}
      className="noscript:hidden group-has-[[value=digital]:checked]/plan:hidden"
    >
      <p className="-mt-4 text-ink-2">{t('lead')}</p>
      {gone > 0 && <Notice tone="advice">{t('gone', { count: gone })}</Notice>}
      {rows(items.slice(0, shownFirst))}
      <More items={items.slice(shownFirst)} count={items.length} rows={rows} />
      <LiveRegion>{announcement(items.find(isAsChanged))}</LiveRegion>
    </Group>
  )

  // What has changed elsewhere since is announced there.
  function isAsChanged({ item_id, quantity }: ShownItem) {
    return item_id === changed?.item_id && quantity === changed.quantity
  }

  function announcement(item: ShownItem | undefined) {
    if (!item) return ''
    const { name, quantity, total } = item
    return quantity > 0 ? t('announced', { name, quantity, total }) : t('removed', { name })
  }
}

/** The last press here. */
type Changed = Pick<ShownItem, 'item_id' | 'quantity'>

interface MoreProps {
  items: ShownItem[]
  /** Of all there are. */
  count: number
  rows: (items: ShownItem[]) => ReactNode
}

/** The rest of the list; open from the start when something in it is in the order. */
function More({ items, count, rows }: MoreProps) {
  const { t } = useTranslation('travel')
  const [isOpen] = useState(items.some(({ quantity }) => quantity > 0))
  if (items.length === 0) return null
  return (
    <Disclosure
      open={isOpen}
      summary={
        <>
          <span className="group-open/disclosure:hidden">{t('showAll', { number: count })}</span>
          <span className="hidden group-open/disclosure:inline">{t('showFewer')}</span>
        </>
      }
    >
      {rows(items)}
    </Disclosure>
  )
}
