import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime'
import { isValidElement, type ReactElement, type ReactNode } from 'react'

/** Applies the titles of `next/head` to the document, as Next does in a browser. */
export const HeadManager = ({ children }: { children: ReactNode }) => (
  <HeadManagerContext value={headManager}>{children}</HeadManagerContext>
)

const headManager = {
  mountedInstances: new Set<ReactNode>(),
  updateHead: (elements: ReactElement[]) => {
    const title = elements.find(({ type }) => type === 'title')
    document.title = isValidElement<{ children: string }>(title) ? title.props.children : ''
  },
}
