import type { PageConfig } from 'next'
import { english } from '@/features/error-pages/english'
import { NotFound } from '@/features/error-pages/not-found'
import { PlainPage } from '@/features/error-pages/plain-page'

// Prerendered at build time and complete without scripts.
export const config: Omit<PageConfig, 'runtime'> = { unstable_runtimeJS: false }

/** For URLs without a page, such as a missing image. */
export default function MissingPage() {
  const { title, why, ...texts } = english.notFound
  return (
    <PlainPage title={title} lead={why}>
      <NotFound {...texts} />
    </PlainPage>
  )
}
