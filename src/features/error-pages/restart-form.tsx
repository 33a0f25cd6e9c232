import type { ReactNode } from 'react'
import { clearStorage } from '@/client/store/draft-storage'
import { Button } from '@/ui/button'

interface RestartFormProps {
  /** Launch parameters for the new order. */
  launch?: Record<string, string> | undefined
  children: ReactNode
}

/** Discards the order with its token and saved step and starts a new one; works without scripts. */
export function RestartForm({ launch, children }: RestartFormProps) {
  return (
    <form method="post" action="/checkouts/api/restart/" onSubmit={clearStorage}>
      {Object.entries(launch ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="secondary" wide>
        {children}
      </Button>
    </form>
  )
}
