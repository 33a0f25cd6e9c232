import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { setBackend } from '@/server/backend'
import { mailFolder } from '@/server/config/variables'
import { callRoute } from '../support/call-route'
import { readCheckout, startCheckout } from '../support/customer'
import { parseParts } from '../support/mail-server'
import { withShop } from '../support/with-shop'

const mailLinkRoute = '/api/mail-link/'

const shop = withShop()
beforeEach(() => {
  setBackend(shop.backend)
  // The limits are per hour: every test starts a new one.
  shop.advanceClock(61 * 60_000)
})

const requestMailLink = async (
  token: string | undefined,
  { language, from }: Record<string, string> = {},
) => {
  const cookies = [token && `userToken=${token}`, language && `language=${language}`]
  const { status, headers } = await callRoute(mailLinkRoute, {
    method: 'POST',
    rawBody: '',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://shop.example',
      cookie: cookies.filter(Boolean).join('; '),
    },
    ...(from && { from }),
  })
  expect(status).toBe(303)
  return /^\/checkouts\/help\/\?mail=(\w+)$/.exec(String(headers.location))?.[1]
}

const readMails = () => {
  const folder = join(shop.backend.env.dataDir, mailFolder)
  return readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
}

const startWithEmail = async (email: string) =>
  (await startCheckout({ customer: { email } })).token as string

describe('a customer who continues on another device', () => {
  it('gets a mail with a link that opens the order', async () => {
    const token = await startWithEmail('first@example.com')
    expect(await requestMailLink(token)).toBe('sent')
    const source = readMails().find(mail => mail.includes('To: first@example.com')) ?? ''
    const linkPattern = /https:\/\/shop\.example\/checkouts\/\?token=([\w-]{43})/
    const { 'text/plain': text, 'text/html': html } = parseParts(source)
    expect(linkPattern.exec(html)?.[1]).toBe(token)
    expect((await readCheckout(linkPattern.exec(text)?.[1] ?? '')).status).toBe(200)
  })

  it('gets the mail in the language of the page', async () => {
    expect(
      await requestMailLink(await startWithEmail('second@example.com'), { language: 'ar' }),
    ).toBe('sent')
    const source = readMails().find(mail => mail.includes('To: second@example.com')) ?? ''
    expect(parseParts(source)['text/html']).toContain('<html lang="ar" dir="rtl">')
  })

  it('without an email address or an order sees the reason', async () => {
    expect(await requestMailLink((await startCheckout()).token)).toBe('no_email')
    expect(await requestMailLink(await startWithEmail('not an address'))).toBe('no_email')
    expect(await requestMailLink('x'.repeat(43))).toBe('no_email')
    expect(await requestMailLink(undefined)).toBe('no_email')
  })

  it('gets at most three mails an hour', async () => {
    const token = await startWithEmail('third@example.com')
    for (let count = 0; count < 3; count += 1) expect(await requestMailLink(token)).toBe('sent')
    expect(await requestMailLink(token)).toBe('often')
    shop.advanceClock(61 * 60_000)
    expect(await requestMailLink(token)).toBe('sent')
  })

  it('sees an error when the mail server is down', async () => {
    const token = await startWithEmail('fourth@example.com')
    const send = () => Promise.reject(new Error('down'))
    setBackend({ ...shop.backend, mail: { send } })
    expect(await requestMailLink(token)).toBe('failed')
  })
})

it('one mailbox gets at most five mails from many orders', async () => {
  const results: unknown[] = []
  for (let count = 0; count < 7; count += 1)
    results.push(
      await requestMailLink(await startWithEmail('victim@example.com'), {
        from: `192.0.2.${count}`,
      }),
    )
  expect(results).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'often', 'often'])
})

it('one address sends at most ten mails to different mailboxes', async () => {
  const results: unknown[] = []
  for (let count = 0; count < 12; count += 1)
    results.push(await requestMailLink(await startWithEmail(`stranger${count}@example.com`)))
  expect(results.slice(9)).toEqual(['sent', 'often', 'often'])
})
