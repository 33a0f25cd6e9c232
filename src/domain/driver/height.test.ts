import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveHeightUnit } from '@/domain/data/height-units'
import { convertHeight } from '@/domain/driver/convert-height'
import { normalizeHeight, validateHeight } from '@/domain/driver/driver-rules'
import { type HeightFields, toFeet, toHeightFields, toStoredHeight } from '@/domain/driver/height'

const emptyInput: HeightFields = { height: '', height_unit: 'cm', height_ft: '', height_in: '' }
const buildCmInput = (height: string): HeightFields => ({ ...emptyInput, height })
const buildFtInput = (height_ft: string, height_in: string): HeightFields => ({
  ...emptyInput,
  height_unit: 'ft',
  height_ft,
  height_in,
})
const convertAndBack = (input: HeightFields): HeightFields => {
  const [otherUnit, ownUnit] =
    input.height_unit === 'cm' ? (['ft', 'cm'] as const) : (['cm', 'ft'] as const)
  return convertHeight(convertHeight(input, otherUnit), ownUnit)
}

describe('a height', () => {
  it.each([
    ['us', 'ft'],
    ['GB', 'ft'],
    ['lr', 'ft'],
    ['de', 'cm'],
    ['ca', 'cm'],
    ['', 'cm'],
  ])('in %s is asked for in %s', (country, unit) => expect(resolveHeightUnit(country)).toBe(unit))

  it.each([
    [5, 10, '177.8'],
    [5, 10.5, '179.07'],
    [6, 0, '182.88'],
    [3, 4, '101.6'],
    [8, 2, '248.92'],
  ])('of %d ft %d in is stored as %s cm and restored', (feet, inches, storedValue) => {
    expect(toStoredHeight(buildFtInput(`${feet}`, `${inches}`))).toBe(storedValue)
    expect(toFeet(storedValue)).toEqual({ feet, inches })
    expect(toHeightFields(storedValue, 'ft')).toMatchObject({
      height_ft: `${feet}`,
      height_in: `${inches}`,
    })
  })

  it.each([
    ['178', 5, 10],
    ['170,5', 5, 7],
    ['١٧٨', 5, 10],
    ['178 cm', 5, 10],
    ['182', 6, 0],
    ['100', 3, 3],
  ])('of %s cm is shown as %d ft %d in', (height, feet, inches) => {
    expect(toFeet(height)).toEqual({ feet, inches })
  })

  it.each([
    ['5', '', '152.4'],
    ['5 ft', '10 in', '177.8'],
    ["5'", '10"', '177.8'],
    ['５', '１０', '177.8'],
    ['٥', '١٠', '177.8'],
  ])('may be typed as %j and %j', (feet, inches, storedValue) => {
    expect(toStoredHeight(buildFtInput(feet, inches))).toBe(storedValue)
  })

  it.each([
    ['170,5', '170.5'],
    ['170٫5', '170.5'],
    ['178 cm', '178'],
    ['178', '178'],
  ])('typed as %s is stored as %s', (input, expected) =>
    expect(normalizeHeight(input)).toBe(expected),
  )
})

describe('changing the unit', () => {
  it('shows the same height', () => {
    expect(convertHeight(buildCmInput('178'), 'ft')).toMatchObject({
      height_ft: '5',
      height_in: '10',
    })
    expect(convertHeight(buildFtInput('5', '10'), 'cm')).toMatchObject({ height: '178' })
  })

  it('does not change the stored height', () => {
    expect(toStoredHeight(convertHeight(buildCmInput('178'), 'ft'))).toBe('178')
    expect(toStoredHeight(convertHeight(buildFtInput('5', '10'), 'cm'))).toBe('178')
    expect(toStoredHeight(convertAndBack(toHeightFields('178', 'ft')))).toBe('178')
  })

  it.each([
    ['5', '7', '170'],
    ['5', '11.5', '182'],
    ['5', '0', '152'],
  ])(
    'from %s ft %s in to %s whole centimetres and back restores the input',
    (feet, inches, height) => {
      expect(convertHeight(buildFtInput(feet, inches), 'cm').height).toBe(height)
      expect(
        convertHeight(toHeightFields(toStoredHeight(buildFtInput(feet, inches)), 'ft'), 'cm')
          .height,
      ).toBe(height)
      expect(convertAndBack(buildFtInput(feet, inches))).toMatchObject({
        height_ft: feet,
        height_in: inches,
      })
    },
  )

  it.each([
    [`5'7"`, '5', '7', '170'],
    ['5’7', '5', '7', '170'],
    ['5 ft 7 in', '5', '7', '170'],
    ['5 feet 10.5 inches', '5', '10.5', '179'],
    ["6'", '6', '', '183'],
  ])('converts %s typed into the field for centimetres', (input, feet, inches, height) => {
    const feetInput = convertHeight(buildCmInput(input), 'ft')
    expect(feetInput).toMatchObject({ height_ft: feet, height_in: inches })
    expect(convertHeight(feetInput, 'cm').height).toBe(height)
  })

  it('twice restores the typed centimetres', () => {
    const input = fc.oneof(
      fc.integer({ min: 0, max: 999 }).map(String),
      fc
        .tuple(fc.integer({ min: 90, max: 260 }), fc.integer({ min: 0, max: 99 }))
        .map(([integer, decimals]) => `${integer},${decimals}`),
      fc.constantFrom('', 'tall', '1.78', '١٧٨', '178 cm'),
    )
    fc.assert(
      fc.property(input, text => {
        expect(convertAndBack(buildCmInput(text)).height).toBe(text)
      }),
    )
  })

  it('twice restores the typed feet and inches', () => {
    const feet = fc.constantFrom('', '3', '4', '5', '6', '7', '8', '5 ft', 'five', '٥', '12')
    const inches = fc.constantFrom('', '0', '4', '10', '11', '10.5', '12', '14', 'ten', '10 in')
    fc.assert(
      fc.property(feet, inches, (ftText, inText) => {
        const { height_ft, height_in } = convertAndBack(buildFtInput(ftText, inText))
        expect([height_ft, height_in]).toEqual([ftText, inText])
      }),
    )
  })

  it('converts a value typed after the change', () => {
    const editedInput = { ...convertHeight(buildCmInput('178'), 'ft'), height_in: '11' }
    expect(toStoredHeight(editedInput)).toBe('180.34')
    expect(convertHeight(editedInput, 'cm').height).toBe('180')
    const retypedInput = { ...convertHeight(buildFtInput('5', '10'), 'cm'), height: '190' }
    expect(convertHeight(retypedInput, 'ft')).toMatchObject({ height_ft: '6', height_in: '3' })
  })

  it('does not restore a value that was cleared', () => {
    const clearedInput = {
      ...convertHeight(buildCmInput('178'), 'ft'),
      height_ft: '',
      height_in: '',
    }
    expect(toStoredHeight(clearedInput)).toBe('')
    expect(convertHeight(clearedInput, 'cm').height).toBe('')
    const emptiedInput = { ...convertHeight(buildFtInput('5', '10'), 'cm'), height: '' }
    expect(convertHeight(emptiedInput, 'ft')).toMatchObject({ height_ft: '', height_in: '' })
  })

  it('keeps an incomplete answer across a reload', () => {
    const storedValue = toStoredHeight(buildFtInput('5', '14'))
    expect(toHeightFields(storedValue, 'ft')).toEqual(buildFtInput('5', '14'))
  })
})

describe('the issue of a height', () => {
  it.each([
    ['100', undefined],
    ['250', undefined],
    ['170,5', undefined],
    ['١٧٠', undefined],
    ['170 cm', undefined],
    ['', 'missing'],
    ['99', 'range'],
    ['251', 'range'],
    ['3', 'range'],
    ['1.78', 'metres'],
    ['1,78', 'metres'],
    ['tall', 'shape'],
    ['1.700,5', 'shape'],
    ['-170', 'shape'],
    ["5'10", 'unit'],
    ['5 ft 10', 'unit'],
  ])('in centimetres: %j', (height, key) => {
    expect(validateHeight({ height, height_unit: 'cm' })?.key).toBe(key)
  })

  it.each([
    ['5', '10', undefined, undefined],
    ['8', '2', undefined, undefined],
    ['3', '4', undefined, undefined],
    ['', '', 'missing', undefined],
    ['', '10', 'feet_missing', ['ft']],
    ['five', '10', 'feet', ['ft']],
    ['5.5', '', 'feet', ['ft']],
    ['170', '', 'range_ft', undefined],
    ['5', '12', 'inches', ['in']],
    ['5', 'ten', 'inches', ['in']],
    ['3', '2', 'range_ft', undefined],
    ['8', '3', 'range_ft', undefined],
  ])('in feet and inches: %j and %j', (feet, inches, key, parts) => {
    const issue = validateHeight({
      height: toStoredHeight(buildFtInput(feet, inches)),
      height_unit: 'ft',
    })
    expect(issue).toEqual(key && { key, ...(parts && { parts }) })
  })
})
