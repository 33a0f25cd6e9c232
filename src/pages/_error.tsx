import type { PageConfig } from 'next'
import { ServerErrorPage } from '@/features/error-pages/server-error-page'

// Made at build time, it needs nothing of a server that has just failed; so it has no nonce, and no scripts.
export const config: PageConfig = { unstable_runtimeJS: false }

export default function ErrorPage() {
  return <ServerErrorPage />
}
