import { describe, expect, it } from 'vitest'
import { toMailbox, validateEmail } from '@/domain/driver/email'
import { normalizeEmail } from '@/domain/input/clean-input'

describe('an e-mail address', () => {
  it.each([
    'ana@example.com',
    'ANA@EXAMPLE.COM',
    'ana.silva+permit@mail.example.co.uk',
    "o'neill@example.ie",
    'a_b-c%d@example.com',
    '1@2.de',
    'ana@sub-domain.example.museum',
    'ana@münchen.de',
    'ana@xn--mnchen-3ya.de',
    'ana@例え.テスト',
    'josé@example.com',
    'ана@пример.рф',
    ' ana@example.com ',
    'mailto:ana@example.com',
    '\u200bana@example.com\u200e',
    'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ana＠example.com',
    'MAILTO: ana@example.com',
    `${'a'.repeat(64)}@example.com`,
    `ana@${'example.'.repeat(30)}museum`,
  ])('may be %s', input => expect(validateEmail(input)).toBeUndefined())

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['mailto:', 'missing'],
    [`ana@${'example.'.repeat(31)}museum`, 'long'],
    [`${'a'.repeat(65)}@example.com`, 'name_long'],
    ['an a@example.com', 'spaces'],
    ['ana@exam ple.com', 'spaces'],
    ['ana @example.com', 'spaces'],
    ['ana.example.com', 'at'],
    ['ana', 'at'],
    ['ana@@example.com', 'ats'],
    ['ana@example@com', 'ats'],
    ['@example.com', 'name'],
    ['ana@', 'domain'],
    ['ana@example,com', 'characters'],
    ['ana,silva@example.com', 'characters'],
    ['<ana@example.com>', 'characters'],
    ['"ana"@example.com', 'characters'],
    ['ana@exa_mple.com', 'characters'],
    ['ana@[192.0.2.1]', 'characters'],
    ['ana@-example.com', 'characters'],
    ['ana;@example.com', 'characters'],
    ['.ana@example.com', 'dots'],
    ['ana.@example.com', 'dots'],
    ['a..na@example.com', 'dots'],
    ['ana@.example.com', 'dots'],
    ['ana@example..com', 'dots'],
    ['ana@example.com.', 'dots'],
    ['ana@example', 'ending'],
    ['ana@example.c', 'ending'],
    ['ana@example.123', 'ending'],
    ['ana@192.0.2.1', 'ending'],
  ])('cannot be %j: %s', (input, key) => expect(validateEmail(input)).toBe(key))

  it('is extracted from pasted text', () => {
    expect(normalizeEmail(' mailto:Ana@Example.com\u200b')).toBe('Ana@Example.com')
    expect(normalizeEmail('ana＠example.com')).toBe('ana@example.com')
  })
})

describe('a mailbox', () => {
  it.each([
    ['ana@example.com', 'Ana@Example.com '],
    ['ana@example.com', 'ana+2@example.com'],
    ['ana@example.com', 'ana+idp+again@example.com'],
    ['+ana@example.com', '+ana@example.com'],
    ['', ' '],
  ])('%s is the mailbox of %j', (mailbox, email) => expect(toMailbox(email)).toBe(mailbox))
})
