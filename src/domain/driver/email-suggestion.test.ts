import { describe, expect, it } from 'vitest'
import { suggestEmail } from '@/domain/driver/email-suggestion'

describe('a typo in an address', () => {
  it.each([
    ['homtail.com', 'hotmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmal.com', 'hotmail.com'],
    ['htomail.com', 'hotmail.com'],
    ['hotmaill.com', 'hotmail.com'],
    ['hotmial.fr', 'hotmail.fr'],
    ['hotmail.con', 'hotmail.com'],
    ['hotmail.co', 'hotmail.com'],
    ['hotmail.co.ukk', 'hotmail.co.uk'],
    ['gmial.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.comm', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.om', 'gmail.com'],
    ['gmail', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['gmail,com', 'gmail.com'],
    ['gmail.com.', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['GMIAL.COM', 'gmail.com'],
    ['yahooo.com', 'yahoo.com'],
    ['yaho.com', 'yahoo.com'],
    ['yhaoo.co.uk', 'yahoo.co.uk'],
    ['yahoo.comm', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['outloook.com', 'outlook.com'],
    ['iclod.com', 'icloud.com'],
    ['icloud.con', 'icloud.com'],
    ['protonmial.com', 'protonmail.com'],
    ['gogglemal.com', 'googlemail.com'],
    ['comcats.net', 'comcast.net'],
    ['wanado.fr', 'wanadoo.fr'],
    ['aol.con', 'aol.com'],
    ['live.cmo', 'live.com'],
  ])('ana@%s gives the suggestion ana@%s', (domain, suggested) => {
    expect(suggestEmail(`ana@${domain}`)).toBe(`ana@${suggested}`)
  })

  it.each([
    'gmail.com',
    'GMAIL.com',
    'googlemail.com',
    'yahoo.com',
    'yahoo.co.uk',
    'yahoo.gr',
    'hotmail.co.uk',
    'hotmail.se',
    'outlook.com',
    'outlook.sa',
    'live.com',
    'live.se',
    'love.com',
    'aon.com',
    'man.com',
    'icloud.com',
    'me.com',
    'mac.com',
    'ymail.com',
    'mail.com',
    'email.com',
    'email.de',
    'mail.ru',
    'gmx.de',
    'gmx.net',
    'web.de',
    'qq.com',
    'naver.com',
    'proton.me',
    'example.com',
    'example.co',
    'smith.cm',
    'firma.om',
    'hotel.com',
    'mali.com',
    'cloud.com',
    'me.co',
    'grange.fr',
    'mail.gmial.com',
    'a.de',
    'university.ac.uk',
    'münchen.de',
    'ヤフー.jp',
  ])('is not assumed in ana@%s, which may be right', domain => {
    expect(suggestEmail(`ana@${domain}`)).toBeUndefined()
  })

  it('keeps the part before the @ as it was typed', () => {
    expect(suggestEmail(' Ana.Silva+idp@gmial.com ')).toBe('Ana.Silva+idp@gmail.com')
  })

  it.each(['', 'ana', 'ana@', '@gmial.com', 'a@b@gmial.com'])('is not looked for in %j', input => {
    expect(suggestEmail(input)).toBeUndefined()
  })
})
