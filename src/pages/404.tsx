import type { PageConfig } from 'next'
import { english } from '@/features/error-pages/english'
import { NotFound } from '@/features/error-pages/not-found'
import { PlainPage } from '@/features/error-pages/plain-page'

// Made at build time, so it has no nonce of its own answer, and no scripts.
export const config: PageConfig = { unstable_runtimeJS: false }

/** For addresses that no page answers, such as a picture that is gone. */
export default function MissingPage() {
  const { title, why, ...texts } = english.notFound
  return (
    <PlainPage title={title} lead={why}>
      <NotFound {...texts} />
    </PlainPage>
  )
}
