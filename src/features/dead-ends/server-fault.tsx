import type { FormEvent } from 'react'
import { Crash } from '@/features/dead-ends/crash'
import { english } from '@/features/dead-ends/english'
import { Button } from '@/ui/button'

/** The error screen for a page the server could not make: trying again asks for the same address. */
export function ServerFault() {
  return (
    <Crash
      again={
        <form onSubmit={openAgain}>
          <Button type="submit">{english.crash.again}</Button>
        </form>
      }
    />
  )
}

/** The form alone does it without scripts, but leaves out what a bank has added to the address. */
function openAgain(event: FormEvent): void {
  event.preventDefault()
  const { pathname, search } = window.location
  window.location.replace(pathname + search)
}
