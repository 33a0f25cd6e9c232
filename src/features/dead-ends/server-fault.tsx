import { Crash } from '@/features/dead-ends/crash'

/** An empty address leads to the page it stands on, with all that a link or a bank has added to it. */
const sameAddress = ''

/** The error screen for a page the server could not make: trying again asks for the same address. */
export function ServerFault() {
  return (
    <Crash
      again={
        // No next/link: it would lead to the address of the error page itself.
        <a
          href={sameAddress}
          className="inline-flex min-h-[54px] items-center justify-center rounded-card bg-accent px-6 py-2 font-semibold text-md text-white no-underline shadow-action hover:bg-accent-strong hover:text-white"
        >
          Try again
        </a>
      }
    />
  )
}
