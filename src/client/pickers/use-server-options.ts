import { useEffect, useRef, useState } from 'react'
import type { OptionsHtml } from '@/client/pickers/option-lists'
import * as onServer from '@/client/pickers/option-lists'

type Lists = Pick<typeof onServer, 'countryOptions' | 'dialCodeOptions' | 'destinationOptions'>

/**
 * The options of a select named `name`, rendered by the server. The browser reuses that HTML and
 * loads no lists; it loads them only if it renders the page itself, as after going back a step.
 */
export function useServerOptions(name: string, build: (lists: Lists) => OptionsHtml): OptionsHtml {
  const [options, setOptions] = useState<OptionsHtml>(() =>
    typeof window === 'undefined' ? build(onServer) : serverRendered,
  )
  const latestBuild = useRef(build)
  useEffect(() => {
    if (document.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.options.length) return
    void import('@/client/pickers/option-lists').then(lists =>
      setOptions(latestBuild.current(lists)),
    )
  }, [name])
  return options
}

const serverRendered: OptionsHtml = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
}
