import Head from 'next/head'
import { createContext, type ReactNode, useContext } from 'react'

const ErrorTitleContext = createContext<string | undefined>(undefined)

interface DocumentTitleProps {
  title: string
  /** The title while a field of the page is invalid. */
  titleWithErrors: string
  children: ReactNode
}

/** Sets the document's title for the page below it. */
export const DocumentTitle = ({ title, titleWithErrors, children }: DocumentTitleProps) => (
  <ErrorTitleContext value={titleWithErrors}>
    <Head>
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
    </Head>
    {children}
  </ErrorTitleContext>
)

/** Marks the document's title while it is rendered: a part of the page has an error. */
export function ErrorTitle() {
  const title = useContext(ErrorTitleContext)
  return (
    title && (
      <Head>
        <title>{title}</title>
      </Head>
    )
  )
}
