import type { HeightUnit } from '@/domain/data/height-units'
import { isNumbersOnly, plainText } from '@/domain/input/clean-input'

/** A height as it stands in the form: one field in centimetres, two in feet and inches. */
export interface TypedHeight {
  height: string
  height_unit: string
  height_ft: string
  height_in: string
}

export const cmPerInch = 2.54
const inchesPerFoot = 12

/** Centimetres of a stored height; undefined when it is no number of them. */
export const centimetresOf = (stored: string): number | undefined =>
  numberOf(plainText(stored).replace(/\s*(?:cm|см|سم)\.?$/i, ''))

/** A number with a decimal point or comma. */
function numberOf(plain: string): number | undefined {
  if (!isNumbersOnly(plain)) return undefined
  return /^\d{1,4}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

/** Feet and inches of a stored height; undefined when it is no number of centimetres. Whole inches, unless halves were typed. */
export function feetOf(stored: string): { feet: number; inches: number } | undefined {
  const cm = centimetresOf(stored)
  if (cm === undefined) return undefined
  const halves = Math.round((cm / cmPerInch) * 2)
  const isTypedInInches = Math.abs(halves * (cmPerInch / 2) - cm) < 0.006
  const inches = isTypedInInches ? halves / 2 : Math.round(cm / cmPerInch)
  const feet = Math.floor(inches / inchesPerFoot)
  return { feet, inches: inches - feet * inchesPerFoot }
}

/** Inches of what stands in the two fields; undefined when that is no height. */
export function inchesOf({ height_ft, height_in }: TypedHeight): number | undefined {
  const feet = numberOf(withoutUnit(height_ft))
  const inches = numberOf(withoutUnit(height_in) || '0')
  if (feet === undefined || !Number.isInteger(feet)) return undefined
  return inches === undefined || inches >= inchesPerFoot ? undefined : feet * inchesPerFoot + inches
}

/** Feet or inches as a number alone. */
export const withoutUnit = (typed: string): string =>
  plainText(typed).replace(/\s*(?:ft|in|feet|inches|['"′″’”])\.?$/i, '')

/** What stands in feet and inches while it is no height: `5'14"`. */
export const inFeet = /^(.*)'(.*)"$/

/**
 * What is stored of a typed height: centimetres. Feet and inches that only show what was typed in
 * centimetres leave that as it is.
 */
export function storedHeight(typed: TypedHeight): string {
  const { height, height_unit, height_ft, height_in } = typed
  if (height_unit !== 'ft') return height.trim()
  if (!height_ft.trim() && !height_in.trim()) return ''
  const inches = inchesOf(typed)
  if (inches === undefined) return `${height_ft.trim()}'${height_in.trim()}"`
  return saysSame(height, inches) ? height.trim() : centimetresText(inches)
}

/** Whether these inches are what is shown of a height in centimetres. */
export function saysSame(height: string, inches: number): boolean {
  const shown = feetOf(height)
  return shown !== undefined && shown.feet * inchesPerFoot + shown.inches === inches
}

/** Inches as they are stored. */
export const centimetresText = (inches: number): string =>
  String(Number((inches * cmPerInch).toFixed(2)))

/** A stored height as the form shows it. */
export function typedHeight(stored: string, unit: HeightUnit): TypedHeight {
  const cm = { height: stored, height_unit: unit, height_ft: '', height_in: '' }
  if (unit === 'cm') return cm
  const [, ft, inches] = inFeet.exec(stored) ?? []
  if (ft !== undefined && inches !== undefined)
    return { ...cm, height: '', height_ft: ft, height_in: inches }
  return { ...cm, ...feetTexts(stored) }
}

/** What the fields for feet and inches show of a height in centimetres. */
export function feetTexts(height: string) {
  const shown = feetOf(height)
  return { height_ft: shown ? `${shown.feet}` : '', height_in: shown ? `${shown.inches}` : '' }
}
