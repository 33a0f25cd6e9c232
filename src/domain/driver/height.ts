import type { HeightUnit } from '@/domain/data/height-units'
import { isNumbersOnly, normalizeText } from '@/domain/input/clean-input'

/** A height in the form: one field for centimetres, two for feet and inches. */
export interface HeightFields {
  height: string
  height_unit: string
  height_ft: string
  height_in: string
}

export const cmPerInch = 2.54
const inchesPerFoot = 12

/** The centimetres of a stored height; undefined if it is not a number. */
export const parseCentimetres = (storedValue: string): number | undefined =>
  parseDecimal(normalizeText(storedValue).replace(/\s*(?:cm|см|سم)\.?$/i, ''))

/** Parses a number with a decimal point or comma. */
function parseDecimal(text: string): number | undefined {
  if (!isNumbersOnly(text)) return undefined
  return /^\d{1,4}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/**
 * Feet and inches of a stored height; undefined if it is not a number of centimetres. Whole inches,
 * unless half inches were typed.
 */
export function toFeet(storedValue: string): { feet: number; inches: number } | undefined {
  const centimetres = parseCentimetres(storedValue)
  if (centimetres === undefined) return undefined
  const halves = Math.round((centimetres / cmPerInch) * 2)
  const isTypedInInches = Math.abs(halves * (cmPerInch / 2) - centimetres) < 0.006
  const inches = isTypedInInches ? halves / 2 : Math.round(centimetres / cmPerInch)
  const feet = Math.floor(inches / inchesPerFoot)
  return { feet, inches: inches - feet * inchesPerFoot }
}

/** Total inches of the two fields; undefined if they are not a height. */
export function parseInches({ height_ft, height_in }: HeightFields): number | undefined {
  const feet = parseDecimal(stripUnit(height_ft))
  const inches = parseDecimal(stripUnit(height_in) || '0')
  if (feet === undefined || !Number.isInteger(feet)) return undefined
  return inches === undefined || inches >= inchesPerFoot ? undefined : feet * inchesPerFoot + inches
}

/** Feet or inches without their unit. */
export const stripUnit = (input: string): string =>
  normalizeText(input).replace(/\s*(?:ft|in|feet|inches|['"′″’”])\.?$/i, '')

/** How invalid feet and inches are stored: `5'14"`. */
export const feetAndInchesPattern = /^(.*)'(.*)"$/

/**
 * The value to store: centimetres. Feet and inches that are converted from the stored centimetres
 * do not change it.
 */
export function toStoredHeight(input: HeightFields): string {
  const { height, height_unit, height_ft, height_in } = input
  if (height_unit !== 'ft') return height.trim()
  if (!height_ft.trim() && !height_in.trim()) return ''
  const inches = parseInches(input)
  if (inches === undefined) return `${height_ft.trim()}'${height_in.trim()}"`
  return isSameHeight(height, inches) ? height.trim() : formatCentimetres(inches)
}

/** Whether these inches are what the form shows for a height in centimetres. */
export function isSameHeight(height: string, inches: number): boolean {
  const displayed = toFeet(height)
  return displayed !== undefined && displayed.feet * inchesPerFoot + displayed.inches === inches
}

/** Inches as stored: centimetres with up to two decimals. */
export const formatCentimetres = (inches: number): string =>
  String(Number((inches * cmPerInch).toFixed(2)))

/** The form fields of a stored height. */
export function toHeightFields(storedValue: string, unit: HeightUnit): HeightFields {
  const base = { height: storedValue, height_unit: unit, height_ft: '', height_in: '' }
  if (unit === 'cm') return base
  const [, ft, inches] = feetAndInchesPattern.exec(storedValue) ?? []
  if (ft !== undefined && inches !== undefined)
    return { ...base, height: '', height_ft: ft, height_in: inches }
  return { ...base, ...formatFeetFields(storedValue) }
}

/** The fields for feet and inches of a height in centimetres. */
export function formatFeetFields(height: string) {
  const displayed = toFeet(height)
  return {
    height_ft: displayed ? `${displayed.feet}` : '',
    height_in: displayed ? `${displayed.inches}` : '',
  }
}
