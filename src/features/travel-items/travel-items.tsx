import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '@/client/browser/isomorphic-layout-effect'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { useDismissed } from '@/client/checkout/use-dismissed'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { isInVariant } from '@/domain/analytics/experiments'
import { maxItemQuantity } from '@/domain/catalog/travel-items'
import { type TravelItemView, useTravelCart } from '@/features/travel-items/use-travel-cart'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Group } from '@/ui/group'
import { ChevronDownIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'
import { Stepper } from '@/ui/stepper'

const initialCount = 3

/**
 * Extras for the permit's parcel: one line that opens, open while the order has some. They need
 * scripts and are hidden without them.
 */
export function TravelItems() {
  const { t } = useTranslation('travel')
  const headingId = useId()
  const { items, lowestPrice, unavailableCount, setQuantity } = useTravelCart()
  const disclosure = useOpenWith(unavailableCount > 0 || items.some(({ quantity }) => quantity > 0))
  const [lastChange, setLastChange] = useState<QuantityChange>()
  if (items.length === 0) return null
  const renderRows = (visibleItems: TravelItemView[]) => (
    <ul className="divide-y divide-line">
      {visibleItems.map(item => (
        <TravelRow
          key={item.item_id}
          item={item}
          onChange={quantity => {
            setQuantity(item.item_id, quantity)
            setLastChange({ item_id: item.item_id, quantity })
          }}
        />
      ))}
    </ul>
  )
  return (
    // CSS hides it for a digital plan before hydration.
    <Group
      id={sectionId}
      aria-labelledby={headingId}
      className="noscript:hidden group-has-[[value=digital]:checked]/plan:hidden"
    >
      <details {...disclosure} className="group/extras -my-[18px] lg:-my-6">
        <summary className="flex list-none items-center gap-4 rounded-control py-[18px] lg:py-6">
          <TravelPicture code={summaryPicture} />
          <span className="min-w-0 grow">
            <h2 id={headingId} className="font-semibold text-lg">
              {t('heading')}
            </h2>
            <span className="text-ink-2 text-sm">{t('from', { price: lowestPrice })}</span>
          </span>
          <ChevronDownIcon className="shrink-0 transition-transform duration-150 group-open/extras:rotate-180" />
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-[18px] lg:pb-6">
          {unavailableCount > 0 && (
            <Notice tone="advice">{t('gone', { count: unavailableCount })}</Notice>
          )}
          {renderRows(items.slice(0, initialCount))}
          <MoreItems
            items={items.slice(initialCount)}
            count={items.length}
            renderRows={renderRows}
          />
        </div>
      </details>
      <LiveRegion>{formatAnnouncement(items.find(isLastChanged))}</LiveRegion>
    </Group>
  )

  // Changes made elsewhere are announced there.
  function isLastChanged({ item_id, quantity }: TravelItemView) {
    return item_id === lastChange?.item_id && quantity === lastChange.quantity
  }

  function formatAnnouncement(item: TravelItemView | undefined) {
    if (!item) return ''
    const { name, quantity, total } = item
    return quantity > 0 ? t('announced', { name, quantity, total }) : t('removed', { name })
  }
}

/** The review links to it. */
const sectionId = 'extras'

/** The item drawn beside the heading. */
const summaryPicture = 'travel-wallet'

/** A line that is open if the page's link leads to it, or once `isNeeded` is true. */
function useOpenWith(isNeeded: boolean) {
  const ref = useRef<HTMLDetailsElement>(null)
  const [open] = useState(isNeeded)
  useEffect(() => {
    const isLinked = location.hash === `#${sectionId}`
    if (ref.current && (isNeeded || isLinked)) ref.current.open = true
  }, [isNeeded])
  return { ref, open }
}

/** The last change made here. */
type QuantityChange = Pick<TravelItemView, 'item_id' | 'quantity'>

interface MoreItemsProps {
  items: TravelItemView[]
  /** Number of all items. */
  count: number
  renderRows: (items: TravelItemView[]) => ReactNode
}

/** The rest of the list; initially open if the order has one of its items. */
function MoreItems({ items, count, renderRows }: MoreItemsProps) {
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
      {renderRows(items)}
    </Disclosure>
  )
}

interface TravelRowProps {
  item: TravelItemView
  onChange: (quantity: number) => void
}

/**
 * One extra: description, price, quantity. Add and stepper have the same size, so nothing moves.
 */
const TravelRow = ({ item, onChange }: TravelRowProps) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
    <TravelPicture code={item.code} />
    <div>
      <p className="font-semibold">{item.name}</p>
      <p className="text-ink-2 text-sm">{item.description}</p>
    </div>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-[384px]:col-span-2 min-[384px]:max-sm:col-start-2">
      <TravelPrice item={item} />
      <div className="min-w-32 shrink-0">
        <Quantity item={item} onChange={onChange} />
      </div>
    </div>
  </li>
)

/** The price, or the total of several. */
const TravelPrice = ({ item: { quantity, price, total } }: { item: TravelItemView }) => (
  <p className="sm:min-w-20 sm:text-end">
    <span className="block font-semibold">
      <bdi>{quantity > 1 ? total : price}</bdi>
    </span>
    {quantity > 1 && (
      <span className="block whitespace-nowrap text-ink-2 text-sm">
        <bdi>{`${quantity} × ${price}`}</bdi>
      </span>
    )}
  </p>
)

/**
 * The travel wallet as its own offer beside the order, in one variant of an experiment
 * (docs/product.md, Experiments).
 */
export function TravelWallet() {
  const { t } = useTranslation('travel')
  const { items, setQuantity } = useTravelCart()
  const isOffered = useCheckout(state =>
    isInVariant(optimisticState(state).variants, 'AB_17_TRAVEL_WALLET'),
  )
  const [isDeclined, dismiss] = useDismissed('travel-wallet')
  const wallet = items.find(({ code }) => code === 'travel-wallet')
  if (!wallet || !isOffered || isDeclined) return null
  return (
    // Hidden in the summary's sheet, which shows only the order.
    <Group heading={wallet.name} className="in-[dialog]:hidden noscript:hidden">
      <div className="flex items-center gap-4">
        <TravelPicture code={wallet.code} />
        <p className="text-ink-2 text-sm">{wallet.description}</p>
        <bdi className="ms-auto font-semibold">{wallet.price}</bdi>
      </div>
      <Quantity
        item={wallet}
        onChange={quantity => setQuantity(wallet.item_id, quantity)}
        sideAction={
          <Button wide variant="secondary" onClick={() => dismiss('#main')}>
            {t('noThanks')}
          </Button>
        }
      />
    </Group>
  )
}

interface QuantityProps {
  item: TravelItemView
  onChange: (quantity: number) => void
  /** Rendered beside Add while the order has none. */
  sideAction?: ReactNode
}

/** An Add button, replaced by a stepper once one is in the order. */
export function Quantity({ item: { name, quantity }, onChange, sideAction }: QuantityProps) {
  const { t } = useTranslation('travel')
  const { containerRef, change } = useKeepFocus(quantity, onChange)
  return (
    <div ref={containerRef} className="flex min-h-12 items-center gap-3">
      {quantity === 0 ? (
        <>
          <Button
            wide
            variant="secondary"
            aria-label={t('addLabel', { name })}
            onClick={() => change(1)}
          >
            {t('add')}
          </Button>
          {sideAction}
        </>
      ) : (
        <Stepper
          label={t('quantity', { name })}
          decreaseLabel={t('less', { name })}
          increaseLabel={t('more', { name })}
          value={quantity}
          max={maxItemQuantity}
          onStep={change}
        />
      )}
    </div>
  )
}

/** Focuses the control that replaces the pressed one; a change from elsewhere moves no focus. */
function useKeepFocus(quantity: number, onChange: (quantity: number) => void) {
  const containerRef = useRef<HTMLDivElement>(null)
  const isLocalChange = useRef(false)
  const isInCart = quantity > 0
  useIsomorphicLayoutEffect(() => {
    const buttons = isLocalChange.current
      ? [...(containerRef.current?.querySelectorAll('button') ?? [])]
      : []
    buttons.at(isInCart ? -1 : 0)?.focus() // one more, or Add
    isLocalChange.current = false
  }, [isInCart])
  const change = (next: number) => {
    isLocalChange.current = next > 0 !== isInCart
    onChange(next)
  }
  return { containerRef, change }
}

/** Drawing of an item; `alt` is empty because the name is next to it. */
const TravelPicture = ({ code }: { code: string }) => (
  // biome-ignore lint/performance/noImgElement: a drawing of 700 bytes has nothing to be optimised
  <img
    src={`/checkouts/travel/${code}.svg`}
    alt=""
    width={64}
    height={64}
    loading="lazy"
    className="size-16 shrink-0 rounded-control bg-paper p-1.5"
  />
)
