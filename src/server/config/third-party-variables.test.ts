import { describe, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'

const readThirdPartySettings = (variables: Record<string, string>) => readEnv(variables).thirdParty

describe('the third-party settings', () => {
  it('are empty by default', () => {
    const { errorReporting, scripts, hosts, mirrorHost } = readThirdPartySettings({})
    expect(
      [errorReporting, ...Object.values(scripts), ...hosts, mirrorHost].filter(Boolean),
    ).toEqual([])
  })

  it('have the URL of each script, and the hosts for the policy', () => {
    const { scripts, hosts } = readThirdPartySettings({
      GTM_ID: 'GTM-ABC1234',
      CHAT_SCRIPT_URL: 'https://chat.example/deep/widget.js?site=1',
      TESTING_SCRIPT_URL: 'http://127.0.0.1:4711/project.js',
      SCRIPT_HOSTS: 'https://*.google-analytics.com  https://chat.example',
    })
    expect(scripts.gtm).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234')
    expect(hosts).toEqual([
      'https://www.googletagmanager.com',
      'https://chat.example',
      'http://127.0.0.1:4711',
      'https://*.google-analytics.com',
    ])
  })

  it('have only the public part of the DSN', () => {
    const readDsn = (SENTRY_DSN: string) =>
      readThirdPartySettings({ SENTRY_DSN }).errorReporting?.dsn
    expect(readDsn('https://key:secret@o1.reports.example/deep/42')).toBe(
      'https://key@o1.reports.example/deep/42',
    )
    expect(readDsn('http://key@127.0.0.1:5300/7')).toBe('http://key@127.0.0.1:5300/7')
  })

  it('have the configured sample rates', () => {
    const rates = { SENTRY_SAMPLE: '1', SENTRY_TRACING: '0' }
    const dsn = 'https://key@reports.example/1'
    expect(readThirdPartySettings({ SENTRY_DSN: dsn, ...rates }).errorReporting).toEqual({
      dsn,
      sample: 1,
      tracing: 0,
    })
  })

  it.each([
    ['SENTRY_DSN', 'https://reports.example/1'],
    ['SENTRY_DSN', 'https://key@reports.example/'],
    ['SENTRY_DSN', 'http://key@reports.example/1'],
    ['SENTRY_DSN', 'key@reports.example/1'],
    ['SENTRY_SAMPLE', '10 %'],
    ['SENTRY_SAMPLE', '1.5'],
    ['SENTRY_TRACING', '-0.1'],
    ['GTM_ID', 'UA-1234'],
    ['GTM_ID', "GTM-ABC1';"],
    ['CHAT_SCRIPT_URL', 'chat.example/widget.js'],
    ['CHAT_SCRIPT_URL', 'http://chat.example/widget.js'],
    ['CHAT_SCRIPT_URL', 'javascript:alert(1)'],
    ['CHAT_SCRIPT_URL', 'https://user:password@chat.example/widget.js'],
    ['REVIEWS_SCRIPT_URL', "https://a.example/; script-src 'unsafe-inline'"],
    ['REFERRAL_SCRIPT_URL', 'data:text/javascript,1'],
    ['TESTING_SCRIPT_URL', '//a.example/x.js'],
    ['MIRROR_HOST', 'https://mirror.example'],
    ['MIRROR_HOST', 'mirror.example/'],
    ['MIRROR_HOST', 'Mirror.Example'],
  ])('reject %s=%s with a message that has the name but not the value', (name, value) => {
    const read = () => readThirdPartySettings({ [name]: value })
    expect(read).toThrow(name)
    expect(read).not.toThrow(value)
  })

  it.each(['*', 'https://*', 'https:', 'https://a.example/path', "'unsafe-eval'", 'https://*.com'])(
    'reject hosts that are no single host: SCRIPT_HOSTS=%s',
    hosts => {
      expect(() => readThirdPartySettings({ GTM_ID: 'GTM-ABC1234', SCRIPT_HOSTS: hosts })).toThrow(
        'SCRIPT_HOSTS must be hosts',
      )
    },
  )

  it('reject SCRIPT_HOSTS without a script', () => {
    expect(() => readThirdPartySettings({ SCRIPT_HOSTS: 'https://a.example' })).toThrow(
      'SCRIPT_HOSTS',
    )
  })
})
