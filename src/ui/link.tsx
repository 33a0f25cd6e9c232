import Router from 'next/router'
import type { ComponentProps, MouseEvent } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A route of ours, such as `/v2/review/`. */
  href: string
  /** Leaves no way back to the page it is on. */
  replace?: boolean
}

/**
 * A way to another page of the checkout without loading everything anew. Next's own link brings 2 kB more,
 * for pages that are fetched before anybody asks for them; here the code comes when a link is pointed at.
 */
export const Link = ({ href, replace, children, ...link }: LinkProps) => (
  <a
    {...link}
    href={`/checkouts${href}`}
    onPointerEnter={() => void Router.prefetch(href)}
    onClick={event => {
      if (isModifiedClick(event)) return
      event.preventDefault()
      void (replace ? Router.replace(href) : Router.push(href))
    }}
  >
    {children}
  </a>
)

/** A new tab, a new window or a download: the browser's business. */
const isModifiedClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey
