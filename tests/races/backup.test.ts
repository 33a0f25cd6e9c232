import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '@/commands/port'
import { renderPhoto } from '../support/photos'
import { copyFolder, type Postgres, startPostgres } from '../support/postgres'
import { preparePostgres } from '../support/prepared-database'
import { type Provider, startProvider } from '../support/provider'
import {
  createPayableToken,
  listMails,
  newDataDir,
  payByCard,
  removeData,
  type Shop,
  type ShopConfig,
  startShop,
} from '../support/shop'

// The steps of docs/going-live.md, Backups. The provider remembers what the shop forgets, and sends no
// events: everything has to be found by asking it.

let provider: Provider
let config: ShopConfig
let backup: string
beforeEach(async () => {
  provider = await startProvider({ shouldCaptureEvents: true })
  config = {
    port: await freePort(),
    dataDir: newDataDir(),
    sandboxUrl: provider.url,
    clock: { aheadMs: 0 },
  }
  backup = newDataDir()
})
afterEach(async () => {
  await provider.stop()
  removeData(config.dataDir)
  removeData(backup)
})

/** A shop that is backed up, destroyed and restored. */
interface BackedUpShop {
  start: () => Promise<Shop>
  /** Returns the shop that goes on. */
  backUp: (shop: Shop) => Promise<Shop>
  destroyAndRestore: (shop: Shop) => Promise<Shop>
  stop: (shop: Shop) => Promise<void>
}

/** The embedded database: the shop is stopped, and its data folder copied. */
const embedded: BackedUpShop = {
  start: () => startShop(config),
  backUp: async shop => {
    await shop.program.stop()
    copyFolder(config.dataDir, backup)
    return startShop(config)
  },
  destroyAndRestore: async shop => {
    await shop.program.forceKill()
    removeData(config.dataDir)
    copyFolder(backup, config.dataDir)
    return startShop(config)
  },
  stop: shop => shop.program.stop(),
}

/** PostgreSQL: a base backup while the shop runs, and the photos after it. */
function createPostgresShop(): BackedUpShop {
  let postgres: Postgres
  const databaseBackup = () => join(backup, 'postgres')
  return {
    start: async () => {
      postgres = await startPostgres({ isDurable: true })
      const databaseUrl = await postgres.createDatabase()
      await preparePostgres(databaseUrl)
      Object.assign(config, { databaseUrl, isPrepared: true })
      return startShop(config)
    },
    backUp: async shop => {
      await postgres.backUp(databaseBackup())
      copyFolder(join(config.dataDir, 'photos'), join(backup, 'photos'))
      return shop
    },
    destroyAndRestore: async shop => {
      await shop.program.forceKill()
      await postgres.stop()
      removeData(config.dataDir)
      copyFolder(join(backup, 'photos'), join(config.dataDir, 'photos'))
      postgres = await startPostgres({ isDurable: true, backup: databaseBackup() })
      const { pathname } = new URL(config.databaseUrl ?? '')
      config.databaseUrl = Object.assign(new URL(postgres.adminUrl), { pathname }).href
      return startShop(config)
    },
    stop: async shop => {
      await shop.program.stop()
      await postgres.stop()
    },
  }
}

const minuteMs = 60_000

async function payOrder(shop: Shop) {
  const token = await createPayableToken(shop)
  const reply = await payByCard(shop, token)
  return { token, id: String(reply?.body.order.id) }
}

async function addPhoto(shop: Shop, token: string): Promise<void> {
  const form = new FormData()
  form.append('type', 'profile')
  form.append(
    'image',
    new Blob([new Uint8Array(await renderPhoto())], { type: 'image/jpeg' }),
    'a.jpg',
  )
  expect((await shop.call('POST', `approval-images/?checkout=${token}`, form))?.status).toBe(200)
}

const readCheckout = async (shop: Shop, token: string) =>
  (await shop.call('GET', `checkout/${token}/`))?.body

/** The bytes of the checkout's one photo, as its page shows it. */
async function readPhoto(shop: Shop, token: string): Promise<string> {
  const [photo] = (await shop.call('GET', `approval-images/?checkout=${token}`))?.body.images ?? []
  const url = `${shop.origin}/checkouts/backend/api/approval-images/${photo.id}/preview/?checkout=${token}`
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  return Buffer.from(await response.arrayBuffer()).toString('base64')
}

const listConfirmations = () => listMails(config).filter(name => name.includes('confirmation'))

it.each([
  ['the embedded database', () => embedded],
  ['PostgreSQL', createPostgresShop],
])('%s is restored with its orders, photos, links and pending mails', async (_, create) => {
  const shops = create()
  let shop = await shops.start()
  const mailed = await payOrder(shop)
  await addPhoto(shop, mailed.token)
  const photo = await readPhoto(shop, mailed.token)
  await shop.runJobs(0)
  expect(listConfirmations()).toEqual([`${mailed.id}.confirmation-mail.eml`])
  const pending = await payOrder(shop)
  const openToken = await createPayableToken(shop)
  const open = (await payByCard(shop, openToken, 'pm_card_authenticationRequired'))?.body

  shop = await shops.backUp(shop)

  // What the backup does not have: a payment's result, its mail and a pending one, and a whole order.
  await provider.answerChallenge(open.client_secret, 'authenticated')
  await shop.runJobs(minuteMs)
  expect((await readCheckout(shop, openToken)).status).toBe('paid')
  const lost = await payOrder(shop)
  const confirmations = [pending.id, open.order.id].map(id => `${id}.confirmation-mail.eml`).sort()
  expect(listConfirmations().sort()).toEqual(expect.arrayContaining(confirmations))

  shop = await shops.destroyAndRestore(shop)

  for (const { token, id } of [mailed, pending])
    expect(await readCheckout(shop, token)).toMatchObject({ status: 'paid', order: { id } })
  expect(await readPhoto(shop, mailed.token)).toBe(photo)
  expect((await shop.call('GET', `checkout/${lost.token}/`))?.status).toBe(404)

  // The same mails go out as before the loss, under the same ids, and no others.
  rmSync(join(config.dataDir, 'mail'), { recursive: true, force: true })
  await shop.runJobs(minuteMs)
  await shop.runJobs(minuteMs)
  expect(listConfirmations().sort()).toEqual(confirmations)

  // The payment that was open is settled without another charge, and the lost order's is reported.
  expect((await readCheckout(shop, openToken)).status).toBe('paid')
  expect((await payByCard(shop, openToken))?.body).toMatchObject({ status: 'success' })
  const findings = (await shop.reconcile()).filter(({ isResolved }) => !isResolved)
  expect(findings).toMatchObject([{ kind: 'money_without_order' }])
  const movements = await provider.movements()
  expect(movements.map(({ kind }) => kind)).toEqual(['charge', 'charge', 'charge', 'charge'])
  expect(movements.find(({ intent }) => intent === findings[0]?.ref)).toBeDefined()
  await shops.stop(shop)
})
