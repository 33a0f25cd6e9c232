import { type ComponentType, useEffect, useState } from 'react'

/** The card is shown after one second, on desktops only (docs/product.md, Popular countries). */
const delayMs = 1_000
const desktopQuery = '(min-width: 1024px)'

/** Reserves the space of the popular-country card, so that nothing moves when it loads. */
export function PopularCountriesSlot() {
  const [Card, setCard] = useState<ComponentType>()

  useEffect(() => {
    const load = () =>
      import('@/features/popular-countries/popular-card').then(
        ({ PopularCard }) => setCard(() => PopularCard),
        () => undefined,
      )
    if (!window.matchMedia(desktopQuery).matches) return undefined
    const timer = setTimeout(load, delayMs)
    return () => clearTimeout(timer)
  }, [])

  return <div className="min-h-[37.5rem] max-lg:hidden print:hidden">{Card && <Card />}</div>
}
