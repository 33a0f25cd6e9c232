import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import type { TestBackend } from './backend'
import { type LedgerSnapshot, readLedgerSnapshot } from './ledger-snapshot'
import { expectBalance, type Provider } from './provider'

/** What the invariants need from a provider: movements and event deliveries. */
type MoneyProvider = Pick<Provider, 'movements' | 'deliveries'>

const eventTimeoutMs = 30_000
const pollIntervalMs = 20
const hourMs = 60 * 60_000
/** Each sweep handles only a batch of the open attempts. */
const maxSweeps = 30

/**
 * Money invariants for the end of every test. Waits for every event and sweeps; then no attempt may
 * be open and the books must balance.
 */
export async function expectNothingLost(
  shop: TestBackend,
  provider?: MoneyProvider,
): Promise<void> {
  if (provider) await waitForAllEvents(provider)
  await sweepAll(shop)
  await expectAccounted(await readLedgerSnapshot(shop.backend.db), provider)
}

/** The same checks for a shop that has already swept. */
export async function expectAccounted(
  snapshot: LedgerSnapshot,
  provider?: MoneyProvider,
): Promise<void> {
  const openAttempts = snapshot.attempts.filter(({ state }) => openStates.includes(state))
  expect(openAttempts, 'attempts without an end').toEqual([])
  expectBalance(snapshot, (await provider?.movements()) ?? [])
}

/** Waits until every event was accepted, with redeliveries. @throws after half a minute. */
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

/** Moves the clock past half an hour, when abandoned attempts are cancelled. */
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
