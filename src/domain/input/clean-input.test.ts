import { describe, expect, it } from 'vitest'
import { isNumbersOnly, normalizeText, stripInvisible } from '@/domain/input/clean-input'

describe('typed text', () => {
  it.each([
    ['digits of every script', '0123456789', '0123456789'],
    ['Arabic digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['Persian digits', '۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['Hindi digits', '०१२३४५६७८९', '0123456789'],
    ['Bengali digits', '০১২৩৪৫৬৭৮৯', '0123456789'],
    ['Thai digits', '๐๑๒๓๔๕๖๗๘๙', '0123456789'],
    ['Burmese digits', '၀၁၂၃၄၅၆၇၈၉', '0123456789'],
    ['full-width digits', '０１２３４５６７８９', '0123456789'],
    ['an Arabic decimal separator', '١٧٠٫٥', '170.5'],
    ['a Japanese full stop', '１７０。５', '170.5'],
    ['full-width brackets', '（０３）', '(03)'],
    ['marks around a pasted number', '\u202a+44 20\u202c ', '+44 20'],
    ['accents', ' é ', 'é'],
  ])('is normalised: %s', (_, input, normalized) => expect(normalizeText(input)).toBe(normalized))

  it('keeps the joiners of Persian and Hindi names', () => {
    expect(stripInvisible('\ufeffعلی\u200cرضا\u200f ')).toBe('علی\u200cرضا')
  })

  it.each([
    ['170', true],
    ['170,5', true],
    ['1.700,5', true],
    ['', false],
    ['170 cm', false],
    ['-170', false],
    ['١٧٠', false],
  ])('%j is digits, commas and dots only: %s', (text, expected) =>
    expect(isNumbersOnly(text)).toBe(expected),
  )
})
