import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Flag } from '@/ui/flag'
import { Group } from '@/ui/group'
import { ChevronEndIcon } from '@/ui/icons'

export type PopularCountry = {
  name: string
  /** Its information page, if there is one. */
  href?: string | undefined
  /** Such as “512 permits”. */
  count?: ReactNode
  /** URL of a flag. */
  picture?: string | undefined
}

export type PopularCountriesProps = {
  heading: ReactNode
  countries: readonly PopularCountry[]
  /** What the counts mean and their source. */
  note?: ReactNode
}

// Loaded after the page: fades in.
const fadeInClasses = 'transition-opacity duration-500 starting:opacity-0'

/**
 * Popular destinations, beside the form. Never in a live region: the counts change on their own.
 */
export const PopularCountries = ({ heading, countries, note }: PopularCountriesProps) => (
  <Group heading={heading} className={fadeInClasses}>
    <div>
      <ul className="-mx-3 -my-2 grid">
        {countries.map(country => (
          <li key={country.name}>
            <Row {...country} />
          </li>
        ))}
      </ul>
      {note && <p className="pt-4 text-ink-3 text-sm">{note}</p>}
    </div>
  </Group>
)

const rowClasses =
  'flex min-h-11 items-center gap-3 rounded-control px-3 py-2 text-ink no-underline'

const Row = ({ name, href, count, picture }: PopularCountry) => {
  const content = (
    <>
      {picture && <Flag src={picture} />}
      <span className="min-w-0 grow">
        <bdi>{name}</bdi>
      </span>
      <span className="shrink-0 text-ink-3 text-sm">{count}</span>
      <ChevronEndIcon className={classNames('size-4 text-ink-3', !href && 'invisible')} />
    </>
  )
  return href ? (
    <a href={href} className={classNames(rowClasses, 'hover:bg-paper hover:text-ink')}>
      {content}
    </a>
  ) : (
    <span className={rowClasses}>{content}</span>
  )
}
