import { ServerFault } from '@/features/dead-ends/server-fault'

/** Made at build time: it needs nothing of a server that has just failed. */
export default function ErrorPage() {
  return <ServerFault />
}
