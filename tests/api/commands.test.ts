import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@/commands/port'
import { root } from '@/commands/program'
import { type Provider, startProvider } from '../support/provider'

const dataDir = mkdtempSync(join(tmpdir(), 'ida-commands-'))
let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(async () => {
  await provider.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a command on an embedded database of its own, which exists once `migrate` has run. */
const runCommand = (name: string, ...args: string[]) => runWith({}, name, ...args)

/** The same with other settings. */
async function runWith(settings: Record<string, string>, name: string, ...args: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    APP_URL: 'https://shop.example',
    PAYMENTS: 'sandbox',
    SANDBOX_URL: provider.url,
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const argv = ['--import', 'tsx', `src/commands/${name}.ts`, ...args]
  return promisify(execFile)(process.execPath, argv, { cwd: root, env }).then(
    output => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** The result of a successful command. */
async function readJson(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(name, ...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

it('SIGTERM to npm ends the program that it runs, and npm waits for it', async () => {
  const env = { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: String(await freePort()) }
  const npm = spawn('npm', ['run', '--silent', 'sandbox'], { cwd: root, env })
  const [line] = await once(npm.stdout.setEncoding('utf8'), 'data')
  const url = /http\S+/.exec(line)?.[0] ?? ''
  expect((await fetch(`${url}/_health`)).status).toBe(200)
  npm.kill('SIGTERM')
  expect(await once(npm, 'exit')).toEqual([0, null])
  await expect(fetch(`${url}/_health`)).rejects.toThrow('fetch failed')
})

// Each command is a process that loads the shop's sources.
describe('operators’ commands', { timeout: 300_000 }, () => {
  it.each([
    ...['demo', 'dev', 'migrate', 'seed', 'prices', 'reconcile', 'partner', 'coupons', 'orders'],
    'outbox',
  ])('%s explains itself with --help', async name => {
    const { code, stdout, stderr } = await runCommand(name, '--help')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`\nUsage:\n  npm run ${name} -- `)
    expect(stdout).toMatch(/\n {2}--json +.+\n {2}--help +.+\n\nExit codes:\n {2}0 /)
  })

  it('print their results as JSON', async () => {
    expect(await readJson('migrate')).toEqual({ status: 'up_to_date', unvalidated: [] })
    const seeded = { status: 'seeded', kept: [], withdrawn: [], hasSamples: true }
    expect(await readJson('seed')).toEqual(seeded)
    expect(await readJson('outbox', 'list')).toEqual({ messages: [] })
    expect(await readJson('reconcile', '--days', '2')).toMatchObject({ findings: [] })
    expect(await readJson('prices')).toMatchObject({
      sections: [{ heading: 'Plans' }, {}, {}, { heading: 'Delivery' }],
      findings: [],
    })
  })

  it('export orders as CSV to standard output or to a file', async () => {
    const { code, stdout } = await runCommand('orders', 'export', '--until', '2026-11-30')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^number,kind,status,.+\r\n$/)])
    const file = join(dataDir, 'orders.csv')
    expect(await readJson('orders', 'export', '--to', file)).toEqual({ orders: 0, file })
    expect(readFileSync(file, 'utf8')).toBe(stdout)
    expect((await runCommand('orders', 'export', '--json')).code).toBe(2)
  })

  it('erase an order or an address, only when that is confirmed', async () => {
    const address = ['--email', 'ana@example.com']
    for (const args of [[], ['7KQ2M-XW4TD', ...address, '--yes'], address]) {
      const { code, stderr } = await runCommand('orders', 'erase', ...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining('npm run orders -- ')])
    }
    for (const args of [['7KQ2M-XW4TD'], address])
      expect((await runCommand('orders', 'erase', ...args, '--yes')).code).toBe(1)
  })

  it('add, change, list and end a coupon', async () => {
    const name = ['--name', 'autumn-15']
    const terms = ['--percent', '15', '--plans', '42,45', '--until', '2099-11-30']
    expect(await readJson('coupons', 'add', ...name, ...terms)).toEqual({ coupon: 'autumn-15' })
    const changes = ['--amounts', 'USD=10,EUR=9.5', '--max-uses', '100', '--partners', 'yes']
    await readJson('coupons', 'change', '--name', 'AUTUMN-15', ...changes)
    const { coupons } = await readJson('coupons', 'list')
    expect(coupons).toContainEqual({
      name: 'autumn-15',
      state: 'open',
      discountType: 'fixed',
      percent: null,
      amounts: { USD: 10, EUR: 9.5 },
      products: [42, 45],
      travelProducts: [],
      freeShipping: false,
      validFrom: null,
      validUntil: '2099-12-01T00:00:00.000Z',
      ...{ maxUses: 100, uses: 0 },
      ...{ newCustomersOnly: false, partnerOnly: true },
    })
    await readJson('coupons', 'end', ...name)
    const { stdout } = await runCommand('coupons', 'list')
    expect(stdout).toContain(
      'autumn-15  ended  EUR 9.5, USD 10  plans 42, 45  partners only  until ',
    )
    expect((await runCommand('coupons', 'end', ...name)).stderr).toContain('has ended already')
  })

  it.each([
    ['PAYMENTS is not set', { PAYMENTS: '' }],
    ['there is a live key', { STRIPE_SECRET_KEY: 'sk_live_x' }],
  ])('seed no samples if %s, and say so', async (_, settings) => {
    const { stdout } = await runWith(settings, 'seed')
    expect(stdout).toContain('There are no sample coupons and partners')
    const { coupons } = await readJson('coupons', 'list')
    const isOpen = (name: string) =>
      coupons.some(
        (coupon: { name: string; state: string }) =>
          coupon.name === name && coupon.state === 'open',
      )
    expect(['FULL100', 'CART20', 'LIMITED', 'take50'].filter(isOpen)).toEqual(['take50'])
  })

  it('create a partner’s link, and list it without its secret', async () => {
    const partner = ['--partner', 'Oslo Cars']
    const oslo = ['--name', 'Gate', '--address', 'Gate 1 / Oslo', '--country', 'NO']
    const plan = ['--type', 'physical', '--years', '3', '--email', 'kari@example.no']
    expect(await readJson('partner', 'add', '--name', 'Oslo Cars', '--pickup', '3-5')).toEqual({
      partner: 'Oslo Cars',
    })
    const point = await readJson('partner', 'point', ...partner, ...oslo)
    expect(point).toEqual({ id: expect.any(String), name: 'Gate', partner: 'Oslo Cars' })
    const { url, expiresAt } = await readJson('partner', 'token', ...partner, ...plan)
    expect(url).toMatch(/^https:\/\/shop\.example\/checkouts\/\?partner-token=.+/)

    const listing = await readJson('partner', 'list')
    expect(listing.partners).toContainEqual({
      name: 'Oslo Cars',
      pickup: { minDays: 3, maxDays: 5 },
      points: [{ id: point.id, name: 'Gate', address: 'Gate 1\nOslo', country: 'no', hours: null }],
      tokens: [
        {
          ...{ id: expect.any(String), type: 'physical', years: 3, state: 'open' },
          ...{ orders: [], expiresAt },
        },
      ],
    })
    const { stdout } = await runCommand('partner', 'list')
    expect(stdout).toContain('Oslo Cars\n  collects at Gate, Gate 1, Oslo\n')
    expect(stdout).toContain(`  physical 3  open until ${expiresAt.slice(0, 10)}\n`)
  })

  it.each([
    ['partner', ['token', '--colour', 'red'], "Unknown option '--colour'."],
    ['partner', ['token', '--name', 'Gate'], 'token does not take --name.'],
    ['partner', ['toString'], 'The first argument is one of list, add, point, token.'],
    ['coupons', ['end', '--name', 'take50', '--percent', '5'], 'end does not take --percent.'],
    ['coupons', ['remove'], 'The first argument is one of list, add, change, end.'],
    ['orders', ['show'], 'The arguments are show 7KQ2M-XW4TD'],
    ['orders', ['show', '7KQ2M-XW4TD', '--yes'], 'show does not take --yes.'],
    ['outbox', ['reopen', '17', '18'], 'The arguments are list, or reopen'],
    ['reconcile', ['--days', 'many'], 'The days must be a number above 0.'],
  ])('%s %j is refused with the usage', async (name, args, message) => {
    const { code, stdout, stderr } = await runCommand(name, ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^.+\n\n[^\n]+\n\nUsage:\n/)
    expect(stderr).toContain(message)
  })

  it.each([
    ['partner', ['token', '--partner', 'Nowhere', '--type', 'digital'], 'There is no partner'],
    ['partner', ['token', '--partner', 'Oslo Cars', '--type', 'digital', '--days=-1'], 'The days'],
    ['orders', ['show', '7KQ2M-XW4TD'], 'Not found.'],
    ['orders', ['fulfil', '7KQ2M-XW4TD', '--yes'], 'Not found.'],
    ['orders', ['list', '--status', 'sent'], 'The status is one of pending, paid,'],
    ['outbox', ['reopen', '17'], 'No such message was given up'],
  ])('%s %j fails with a sentence', async (name, args, message) => {
    const { code, stdout, stderr } = await runCommand(name, ...args, '--json')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('Usage')
  })
})
