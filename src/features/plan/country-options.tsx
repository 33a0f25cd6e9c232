import { usePage } from '@/client/provider'
import { countriesByName } from '@/domain/data/country-names'

/** Every country in the reader's language; `none` stands first where nothing is chosen yet. */
export function CountryOptions({ none }: { none: string | undefined }) {
  const { language } = usePage()
  return (
    <>
      {none !== undefined && <option value="">{none}</option>}
      {countriesByName(language).map(({ code, name }) => (
        // The browser may know a country by a newer name than the server; the served one stands.
        <option key={code} value={code.toLowerCase()} suppressHydrationWarning>
          {name}
        </option>
      ))}
    </>
  )
}
