import { type Action, openDatabase, runActions } from '@/commands/run-actions'
import {
  addPartner,
  addPickupPoint,
  issuePartnerToken,
  listPartnersWithTokens,
  parsePickupDays,
} from '@/server/partners/partner-admin'

const options = {
  name: { type: 'string', value: 'TEXT', description: 'add, point: the name' },
  pickup: {
    type: 'string',
    value: 'DAYS',
    description: 'add: customers collect after so many working days, such as 3-5',
  },
  partner: { type: 'string', value: 'NAME', description: 'point, token: the partner' },
  address: { type: 'string', value: 'TEXT', description: 'point: lines with " / " between' },
  country: { type: 'string', value: 'CODE', description: 'point: such as ID' },
  hours: { type: 'string', value: 'TEXT', description: 'point: such as 08:00–20:00' },
  type: { type: 'string', value: 'TYPE', description: 'token: physical or digital' },
  years: { type: 'string', value: 'YEARS', description: 'token: the plan; 3 by default' },
  email: { type: 'string', value: 'EMAIL', description: 'token: the customer’s address' },
  'first-name': { type: 'string', value: 'TEXT', description: 'token: the customer’s name' },
  'last-name': { type: 'string', value: 'TEXT', description: 'token: the customer’s name' },
  days: { type: 'string', value: 'DAYS', description: 'token: valid for so long; 30 by default' },
  sandbox: {
    type: 'boolean',
    description: 'token: to try out, any number of times; a shop that takes money refuses it',
  },
} as const

const actions: Record<string, Action<typeof options>> = {
  list: {
    usage: '',
    run: async ({ db }) => {
      const partners = (await listPartnersWithTokens(db)).map(toListing)
      return { text: partners.map(formatPartner).join('\n'), json: { partners } }
    },
  },
  add: {
    usage: '--name "Bali Bikes" [--pickup 3-5]',
    run: async ({ db }, { name, pickup: pickupRange }) => {
      const pickup = pickupRange === undefined ? undefined : parsePickupDays(pickupRange)
      const partner = await addPartner(db, { name, pickup })
      return { text: `${partner} is a partner.\n`, json: { partner } }
    },
  },
  point: {
    usage:
      '--partner "Bali Bikes" --name Ubud --address "Jl. Monkey Forest 18 / Ubud" --country ID [--hours 08:00–20:00]',
    run: async ({ db }, { partner, name, address, country, hours }) => {
      const id = await addPickupPoint(db, { partner, name, address, country, hours })
      return { text: `${name} is a pickup point of ${partner}.\n`, json: { id, name, partner } }
    },
  },
  token: {
    usage:
      '--partner "Bali Bikes" --type physical|digital [--years 3] [--email … --first-name … --last-name …] [--days 30] [--sandbox]',
    run: async ({ db, env: { appUrl } }, values) => {
      const { partner, type: format, years, email, days, sandbox = false } = values
      const names = { firstName: values['first-name'], lastName: values['last-name'] }
      const request = { partner, format, years, email, days, isSandbox: sandbox, ...names }
      const { token, expiresAt } = await issuePartnerToken(db, request, new Date())
      const url = `${appUrl}/checkouts/?partner-token=${token}`
      const expiryDate = expiresAt.toISOString().slice(0, 10)
      return {
        text: `${url}\nGood until ${expiryDate}. It is not stored: send it now.\n`,
        json: { url, expiresAt },
      }
    },
  },
}

await runActions({
  name: 'partner',
  purpose: 'Manages partners, their pickup points and their tokens in the configured database.',
  options,
  actions,
  open: openDatabase,
})

type PartnerRow = Awaited<ReturnType<typeof listPartnersWithTokens>>[number]

/** Without the hashes and the customers' names. */
function toListing({ name, pickup, points, tokens }: PartnerRow) {
  return {
    name,
    pickup: pickup && { minDays: pickup.minDelivery, maxDays: pickup.maxDelivery },
    points: points.map(({ partner: _, ...point }) => point),
    tokens: tokens.map(token => ({
      id: token.id,
      type: token.productType,
      years: token.years,
      state: findState(token),
      orders: token.orders,
      expiresAt: token.expiresAt,
    })),
  }
}

type TokenState = 'sandbox' | 'paid' | 'expired' | 'in_use' | 'open'

function findState({
  isSandbox,
  orders,
  expiresAt,
  checkoutId,
}: PartnerRow['tokens'][number]): TokenState {
  if (isSandbox) return 'sandbox'
  if (orders.length > 0) return 'paid'
  if (expiresAt <= new Date()) return 'expired'
  return checkoutId ? 'in_use' : 'open'
}

type Listing = ReturnType<typeof toListing>

function formatPartner({ name, points, tokens }: Listing): string {
  const lines = [
    name,
    ...points.map(point => `  collects at ${point.name}, ${point.address.replaceAll('\n', ', ')}`),
    ...tokens.map(token => `  ${token.id}  ${token.type} ${token.years}  ${formatState(token)}`),
  ]
  return `${lines.join('\n')}\n`
}

function formatState({ state, orders, expiresAt }: Listing['tokens'][number]): string {
  const words = {
    sandbox: `for trying out, ${orders.length} orders`,
    paid: `paid: ${orders.join(', ')}`,
    expired: 'ended',
    in_use: 'in use',
    open: `open until ${expiresAt.toISOString().slice(0, 10)}`,
  }
  return words[state]
}
