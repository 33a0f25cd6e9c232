import type { ReactNode } from 'react'
import { clearStorage } from '@/client/store/draft-storage'
import { Button } from '@/ui/button'

/** Discards the order with its token and saved step and starts a new one; works without scripts. */
export function RestartForm({ children }: { children: ReactNode }) {
  return (
    <form method="post" action="/checkouts/api/restart/" onSubmit={clearStorage}>
      <Button type="submit" variant="secondary" wide>
        {children}
      </Button>
    </form>
  )
}
