import { usePage } from '@/client/provider'
import { countriesByName } from '@/domain/data/country-names'

/** Every country in the reader's language. */
export function CountryOptions({ none }: { none: string }) {
  const { language } = usePage()
  return (
    <>
      <option value="">{none}</option>
      {countriesByName(language).map(({ code, name }) => (
        // The browser may know a country by a newer name than the server; the served one stands.
        <option key={code} value={code.toLowerCase()} suppressHydrationWarning>
          {name}
        </option>
      ))}
    </>
  )
}
