import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import type { TestBackend } from './backend'
import { type Books, readBooks } from './ledger-snapshot'
import { expectBalance, type Provider } from './provider'

/** What the oracle asks a provider for: the money that moved, and whether all is told. */
type Account = Pick<Provider, 'movements' | 'deliveries'>

const eventsWithinMs = 30_000
const pollMs = 20
const hourMs = 60 * 60_000
/** Each sweep takes some of those that are open. */
const mostSweeps = 30

/**
 * What must be true after everything that can happen, once every event has come and the sweeper has had its turn:
 * no attempt is open, and the books balance. To be asked after every test.
 */
export async function expectNothingLost(shop: TestBackend, provider?: Account): Promise<void> {
  if (provider) await allEventsCame(provider)
  await sweepAll(shop)
  await expectAccounted(await readBooks(shop.backend.db), provider)
}

/** The same of the books of a shop that has swept already. */
export async function expectAccounted(books: Books, provider?: Account): Promise<void> {
  const open = books.attempts.filter(({ state }) => openStates.includes(state))
  expect(open, 'attempts without an end').toEqual([])
  expectBalance(books, (await provider?.movements()) ?? [])
}

/** Waits until every event was taken, the first time or after a failure. @throws when that takes half a minute. */
export async function allEventsCame(provider: Pick<Provider, 'deliveries'>): Promise<void> {
  const deadline = performance.now() + eventsWithinMs
  while ((await pendingEvents(provider)) > 0) {
    if (performance.now() > deadline) throw new Error('events of the provider were never taken')
    await wait(pollMs)
  }
}

const openStates = [
  'created',
  'confirming',
  'needs_check',
] satisfies Books['attempts'][0]['state'][] as string[]

/** What no customer comes back to is given up after half an hour. */
async function sweepAll({ backend, pass }: TestBackend): Promise<void> {
  for (let turn = 0; turn < mostSweeps && (await hasOpenAttempts(backend)); turn += 1) {
    pass(hourMs)
    await sweep(backend)
  }
}

async function hasOpenAttempts({ db }: Backend): Promise<boolean> {
  const isOpen = inArray(attempts.state, ['created', 'confirming', 'needs_check'])
  return (await db.select().from(attempts).where(isOpen).limit(1)).length > 0
}

const pendingEvents = async (provider: Pick<Provider, 'deliveries'>): Promise<number> =>
  (await provider.deliveries()).filter(({ state }) => state === 'pending').length
