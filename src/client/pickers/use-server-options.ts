import { useEffect, useRef, useState } from 'react'
import type { OptionsHtml } from '@/client/pickers/option-html'
import * as onServer from '@/client/pickers/option-lists'

type Lists = Pick<typeof onServer, 'countryOptions' | 'dialCodeOptions' | 'destinationOptions'>

/**
 * The options of a select, which stand in the served page: a browser keeps them, and needs neither the lists nor
 * the time to make them. Where it makes the page itself, going back a step, the lists are loaded. `name` is the
 * select's.
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
