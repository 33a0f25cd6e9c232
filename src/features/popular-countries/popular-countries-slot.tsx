import { type ComponentType, useEffect, useState } from 'react'

/** SPEC 2: the card is shown after a second, on a desktop. */
const delayMs = 1_000
const desktopQuery = '(min-width: 1024px)'

/** The place of the popular-country card, kept from the start: nothing moves when the card comes. */
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
