import type { HeightUnit } from '@/domain/data/height-units'
import {
  cmPerInch,
  formatCentimetres,
  formatFeetFields,
  type HeightFields,
  isSameHeight,
  parseInches,
  toFeet,
  toStoredHeight,
} from '@/domain/driver/height'
import { normalizeText } from '@/domain/input/clean-input'

/** Feet and inches typed into the field for centimetres: `5'7"`, `5 ft 7 in`. */
const feetPattern =
  /^(\d+)\s*(?:['‘’′]|f(?:oo|ee)?t\.?)\s*(?:(\d+(?:[.,]\d+)?)\s*(?:["“”″]|['‘’′]{2}|in(?:ch(?:es)?)?\.?)?)?$/i

/** Whole centimetres, as people state their height: not 170.18 cm. */
const roundToCentimetres = (inches: number): string => String(Math.round(inches * cmPerInch))

/**
 * The same height in the other unit, in whole centimetres. Switching back restores the typed
 * values.
 */
export function convertHeight(input: HeightFields, unit: HeightUnit): HeightFields {
  if (input.height_unit === unit) return input
  return unit === 'cm' ? toCentimetres(input) : toFeetAndInches(input)
}

function toCentimetres(input: HeightFields): HeightFields {
  const base = { ...input, height_unit: 'cm' }
  const inches = parseInches(input)
  if (inches !== undefined) {
    const storedValue = toStoredHeight(input)
    const isConverted = storedValue === formatCentimetres(inches)
    return { ...base, height: isConverted ? roundToCentimetres(inches) : storedValue }
  }
  // Feet and inches may be empty because the stored value could not be shown in them; then it
  // stays.
  const isKept = toStoredHeight(input) === '' && !toFeet(input.height)
  return { ...base, height: isKept ? input.height : '' }
}

function toFeetAndInches(input: HeightFields): HeightFields {
  const base = { ...input, height_unit: 'ft' }
  const [, feet, inchesText = ''] = feetPattern.exec(normalizeText(input.height)) ?? []
  if (feet) return { ...base, height_ft: feet, height_in: inchesText }
  const inches = parseInches(input)
  const isSame =
    inches === undefined
      ? !input.height.trim()
      : isSameHeight(input.height, inches) || input.height === roundToCentimetres(inches)
  return isSame ? base : { ...base, ...formatFeetFields(input.height) }
}
