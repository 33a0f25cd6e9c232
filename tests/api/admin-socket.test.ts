import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PGlite, protocol } from '@electric-sql/pglite'
import { Client, type Connection } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSocketOptions, serveAdminSocket } from '@/server/db/admin-socket'
import { acquireLock } from '@/server/db/lock'
import { type OpenDatabase, openDatabase, openForCli } from '@/server/db/open'
import { coupons } from '@/server/db/tables/coupons'
import { createGate } from '../support/gate'
import { everythingFree } from '../support/prepared-database'

const createFolder = () => mkdtempSync(join(tmpdir(), 'ida-operators-'))
const buildEnv = (dataDir: string) => ({ databaseUrl: undefined, dataDir })
const buildSocketPath = (dataDir: string) => join(dataDir, '.s.PGSQL.5432')
const buildCoupon = (name: string) => ({ ...everythingFree, name })

const listCoupons = async ({ db }: OpenDatabase): Promise<string[]> =>
  (await db.select({ name: coupons.name }).from(coupons)).map(({ name }) => name)

/** A client that is killed: its connection closes without a goodbye message. */
async function startVictim(dataDir: string): Promise<{ client: Client; kill: () => void }> {
  const client = new Client(getSocketOptions(dataDir))
  client.on('error', () => undefined)
  await client.connect()
  const { connection } = client as unknown as { connection: Connection }
  return { client, kill: () => connection.stream.destroy() }
}

describe('an operator command while the shop runs on its embedded database', () => {
  let dataDir: string
  let shop: OpenDatabase
  let operator: OpenDatabase

  beforeAll(async () => {
    dataDir = createFolder()
    shop = await openDatabase(buildEnv(dataDir))
    await shop.migrate()
    await shop.openAdminSocket()
    operator = await openForCli(buildEnv(dataDir))
  })
  afterAll(async () => {
    await operator.close()
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await shop.db.delete(coupons)
  })

  it('reads the shop’s rows as the shop does, and the shop reads the command’s rows', async () => {
    await shop.db.insert(coupons).values({ ...buildCoupon('BYSHOP'), validUntil: new Date(1e12) })
    expect(await operator.db.select().from(coupons)).toEqual(await shop.db.select().from(coupons))
    await operator.db.insert(coupons).values(buildCoupon('BYOPERATOR'))
    expect(await listCoupons(shop)).toEqual(['BYSHOP', 'BYOPERATOR'])
  })

  it('runs pending migrations and changes nothing when there are none', async () => {
    await shop.db.insert(coupons).values(buildCoupon('BYSHOP'))
    await operator.migrate()
    expect(await listCoupons(shop)).toEqual(['BYSHOP'])
  })

  it('does not join a transaction that the shop has open', async () => {
    const gate = createGate()
    const transaction = shop.db.transaction(async tx => {
      await tx.insert(coupons).values(buildCoupon('UNDONE'))
      await gate.opened
      throw new Error('no')
    })
    const couponNames = listCoupons(operator)
    const insert = operator.db.insert(coupons).values(buildCoupon('STAYS')).execute()
    gate.open()
    await expect(transaction).rejects.toThrow('no')
    expect(await couponNames).not.toContain('UNDONE')
    await insert
    expect(await listCoupons(shop)).toEqual(['STAYS'])
  })

  it('rolls back its own transaction without the shop’s writes', async () => {
    const beginGate = createGate()
    const gate = createGate()
    const transaction = operator.db.transaction(async tx => {
      await tx.insert(coupons).values(buildCoupon('UNDONE'))
      beginGate.open()
      await gate.opened
      throw new Error('no')
    })
    await beginGate.opened
    const insert = shop.db.insert(coupons).values(buildCoupon('STAYS')).execute()
    gate.open()
    await expect(transaction).rejects.toThrow('no')
    await insert
    expect(await listCoupons(shop)).toEqual(['STAYS'])
  })

  it('loses no write when several clients write at the same time, in and out of transactions', async () => {
    const secondOperator = await openForCli(buildEnv(dataDir))
    const write = async ({ db }: OpenDatabase, name: string) => {
      await db.insert(coupons).values(buildCoupon(name))
      await db.transaction(tx => tx.insert(coupons).values(buildCoupon(`${name}-TX`)))
      const transaction = db.transaction(async tx => {
        await tx.insert(coupons).values(buildCoupon(`${name}-UNDONE`))
        throw new Error('undone')
      })
      await expect(transaction).rejects.toThrow('undone')
      return [name, `${name}-TX`]
    }
    const names = Array.from({ length: 8 }, (_, n) => `N${n}`)
    const writtenNames = await Promise.all(
      names.flatMap(name => [
        write(shop, `S-${name}`),
        write(operator, `O-${name}`),
        write(secondOperator, `A-${name}`),
      ]),
    )
    await secondOperator.close()
    expect((await listCoupons(shop)).sort()).toEqual(writtenNames.flat().sort())
  })

  it('gets database errors and can continue', async () => {
    await expect(operator.db.execute('select * from nothing')).rejects.toThrow()
    await operator.db.insert(coupons).values(buildCoupon('ONCE'))
    await expect(operator.db.insert(coupons).values(buildCoupon('ONCE'))).rejects.toThrow()
    expect(await listCoupons(operator)).toEqual(['ONCE'])
  })

  it('killed in the middle of a transaction is rolled back, and the shop continues', async () => {
    await shop.db.insert(coupons).values(buildCoupon('KEPT'))
    const { client, kill } = await startVictim(dataDir)
    await client.query('begin')
    await client.query('delete from coupons')
    const couponNames = listCoupons(shop)
    kill()
    expect(await couponNames).toEqual(['KEPT'])
  })

  it.each([
    ['a failing query', 'select * from nothing'],
    ['a valid query', "delete from coupons where name = 'KEPT'"],
  ])(
    'that disconnects before the sync message leaves the shop’s rows alone: %s',
    async (_, text) => {
      await shop.db.insert(coupons).values(buildCoupon('KEPT'))
      const { serialize } = protocol
      const { parse, bind, execute, end } = serialize
      const socket = connect(buildSocketPath(dataDir))
      for (const message of [
        serialize.startup({ user: 'postgres' }),
        parse({ text }),
        bind(),
        execute(),
        end(),
      ])
        socket.write(message)
      await once(socket.resume(), 'close')
      const transaction = shop.db.transaction(async tx => {
        await tx.insert(coupons).values(buildCoupon('UNDONE'))
        throw new Error('no')
      })
      await expect(transaction).rejects.toThrow('no')
      expect(await listCoupons(shop)).toEqual(['KEPT'])
    },
  )

  it('leaks no session state to the shop or to the next command', async () => {
    const readTimezone = async () =>
      ((await shop.db.execute('show timezone')) as { rows: unknown[] }).rows
    const before = await readTimezone()
    const { client } = await startVictim(dataDir)
    await client.query("set timezone to 'Asia/Tokyo'; set search_path to pg_catalog")
    await client.query({ name: 'same', text: 'select 1 as one' })
    await client.end()
    const victim = await startVictim(dataDir)
    const result = await victim.client.query({ name: 'same', text: 'select 2 as two' })
    expect(result.rows).toEqual([{ two: 2 }])
    await victim.client.end()
    expect(await readTimezone()).toEqual(before)
    expect(await listCoupons(shop)).toEqual([])
  })

  it('is disconnected if it does not speak the PostgreSQL protocol', async () => {
    const socket = connect(buildSocketPath(dataDir))
    socket.write('école\n')
    await once(socket.resume(), 'close')
    expect(await listCoupons(shop)).toEqual([])
  })

  it('killed while it waits for its turn never blocks the shop', async () => {
    for (let ticks = 0; ticks < 20; ticks += 1) {
      const { client, kill } = await startVictim(dataDir)
      const gate = createGate()
      const transaction = shop.db.transaction(() => gate.opened)
      const begin = client.query('begin').catch(() => undefined)
      for (let tick = 0; tick < ticks; tick += 1) await setImmediate()
      kill()
      gate.open()
      await Promise.all([transaction, begin])
      expect(await listCoupons(shop)).toEqual([])
    }
  })
})

describe('the socket in the data folder', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = createFolder()
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('is readable by the shop’s own user only, refuses a second shop, and is removed on close', async () => {
    const shop = await openDatabase(buildEnv(dataDir))
    await shop.openAdminSocket()
    expect(statSync(buildSocketPath(dataDir)).mode & 0o777).toBe(0o600)
    await expect(openDatabase(buildEnv(dataDir))).rejects.toThrow('in use')
    await shop.close()
    expect(readdirSync(dataDir)).toEqual(['db'])
  })

  it('is replaced after a shop was killed', async () => {
    const killedServer = createServer().listen(buildSocketPath(dataDir))
    const shop = await openDatabase(buildEnv(dataDir))
    await shop.openAdminSocket()
    await shop.db.execute('create table known (id int)')
    const operator = await openForCli(buildEnv(dataDir))
    await operator.db.execute('insert into known values (1)')
    await operator.close()
    await shop.close()
    killedServer.close()
  })

  it('is missing: the command names the process that has the database', async () => {
    const unlock = acquireLock(join(dataDir, 'db.lock'), 'the shop')
    await expect(openForCli(buildEnv(dataDir))).rejects.toThrow(`the shop (process ${process.pid})`)
    unlock()
  })

  it('may be impossible to create: the shop still opens', async () => {
    const longDataDir = join(dataDir, 'd'.repeat(120))
    const shop = await openDatabase(buildEnv(longDataDir))
    await shop.openAdminSocket()
    await expect(openForCli(buildEnv(longDataDir))).rejects.toThrow('in use')
    await shop.close()
    expect(readdirSync(dataDir)).toEqual(['d'.repeat(120)])
  })

  it('closes a connection that goes idle in the middle of a transaction', async () => {
    const client = await PGlite.create()
    const stop = await serveAdminSocket(client, dataDir, 1_000)
    await client.exec('create table kept (id int); insert into kept values (1)')
    const idleVictim = await startVictim(dataDir)
    await idleVictim.client.query('begin; delete from kept')
    expect((await client.query('select id from kept')).rows).toEqual([{ id: 1 }])
    await stop()
    await client.close()
  })
})
