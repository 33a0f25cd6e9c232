import { useEffect, useRef, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { OptionsHtml } from '@/client/pickers/option-lists'
import * as onServer from '@/client/pickers/option-lists'
import { setCountryTable } from '@/domain/data/country-names'

type Lists = Pick<typeof onServer, 'countryOptions' | 'dialCodeOptions' | 'destinationOptions'>

/**
 * The options of a select named `name`, rendered by the server. The browser reuses that HTML and
 * loads no lists; it loads them with the country names only if it renders the page itself, as after
 * going back a step. Until then the select is empty, or has what `pageLists` can render.
 */
export function useServerOptions(
  name: string,
  build: (lists: Lists) => OptionsHtml,
  pageLists?: Lists,
): OptionsHtml {
  const { language } = usePage()
  const [options, setOptions] = useState<OptionsHtml>(() =>
    typeof window === 'undefined' ? build(onServer) : serverRendered,
  )
  const latestBuild = useRef(build)
  useEffect(() => {
    const served = document.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.options
    if (served?.length) {
      if (countrySelects.test(name)) setCountryTable(language, readNames(served))
      return
    }
    if (pageLists) setOptions(latestBuild.current(pageLists))
    import('@/client/pickers/lazy-option-lists')
      .then(({ loadOptionLists }) => loadOptionLists(language))
      .then(
        lists => setOptions(latestBuild.current(lists)),
        () => undefined,
      )
  }, [name, language, pageLists])
  return options
}

/** The selects of all countries that pages are served with. */
const countrySelects = /^(license_issued|shipping_country)$/

/** The names in served options: what a customer can choose has its name without a request. */
const readNames = (options: Iterable<HTMLOptionElement>) =>
  Object.fromEntries(
    [...options].flatMap(({ value, text }) => (value ? [[value.toUpperCase(), text]] : [])),
  )

const serverRendered: OptionsHtml = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
}
