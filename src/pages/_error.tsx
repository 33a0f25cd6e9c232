import type { PageConfig } from 'next'
import { ServerErrorPage } from '@/features/error-pages/error-screen'

// Prerendered at build time, so that it works after a server error; complete without scripts.
export const config: Omit<PageConfig, 'runtime'> = { unstable_runtimeJS: false }

export default function ErrorPage() {
  return <ServerErrorPage />
}
