import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import type { TestBackend } from './backend'
import { type LedgerSnapshot, readLedgerSnapshot } from './ledger-snapshot'
import { expectBalance, type Provider } from './provider'

/** What the invariants ask a provider for: the money that moved, and whether all is told. */
type MoneyProvider = Pick<Provider, 'movements' | 'deliveries'>

const eventTimeoutMs = 30_000
const pollIntervalMs = 20
const hourMs = 60 * 60_000
/** Each sweep takes some of those that are open. */
const maxSweeps = 30

/**
 * What must be true after everything that can happen, once every event has come and the sweeper has had its turn:
 * no attempt is open, and the books balance. To be asked after every test.
 */
export async function expectNothingLost(
  shop: TestBackend,
  provider?: MoneyProvider,
): Promise<void> {
  if (provider) await waitForAllEvents(provider)
  await sweepAll(shop)
  await expectAccounted(await readLedgerSnapshot(shop.backend.db), provider)
}

/** The same of the books of a shop that has swept already. */
export async function expectAccounted(
  snapshot: LedgerSnapshot,
  provider?: MoneyProvider,
): Promise<void> {
  const openAttempts = snapshot.attempts.filter(({ state }) => openStates.includes(state))
  expect(openAttempts, 'attempts without an end').toEqual([])
  expectBalance(snapshot, (await provider?.movements()) ?? [])
}

/** Waits until every event was taken, the first time or after a failure. @throws when that takes half a minute. */
export async function waitForAllEvents(provider: Pick<Provider, 'deliveries'>): Promise<void> {
  const deadline = performance.now() + eventTimeoutMs
  while ((await countPendingEvents(provider)) > 0) {
    if (performance.now() > deadline) throw new Error('events of the provider were never taken')
    await wait(pollIntervalMs)
  }
}

const openStates = [
  'created',
  'confirming',
  'needs_check',
] satisfies LedgerSnapshot['attempts'][0]['state'][] as string[]

/** What no customer comes back to is given up after half an hour. */
async function sweepAll({ backend, advanceClock }: TestBackend): Promise<void> {
  for (
    let sweepCount = 0;
    sweepCount < maxSweeps && (await hasOpenAttempts(backend));
    sweepCount += 1
  ) {
    advanceClock(hourMs)
    await sweep(backend)
  }
}

async function hasOpenAttempts({ db }: Backend): Promise<boolean> {
  const isOpen = inArray(attempts.state, ['created', 'confirming', 'needs_check'])
  return (await db.select().from(attempts).where(isOpen).limit(1)).length > 0
}

const countPendingEvents = async (provider: Pick<Provider, 'deliveries'>): Promise<number> =>
  (await provider.deliveries()).filter(({ state }) => state === 'pending').length
