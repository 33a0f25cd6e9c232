import type { HeightUnit } from '@/domain/data/height-units'
import {
  centimetresText,
  cmPerInch,
  feetOf,
  feetTexts,
  inchesOf,
  saysSame,
  storedHeight,
  type TypedHeight,
} from '@/domain/driver/height'
import { plainText } from '@/domain/input/clean-input'

/** Feet and inches that were written where centimetres are asked: `5'7"`, `5 ft 7 in`. */
const writtenInFeet =
  /^(\d+)\s*(?:['‘’′]|f(?:oo|ee)?t\.?)\s*(?:(\d+(?:[.,]\d+)?)\s*(?:["“”″]|['‘’′]{2}|in(?:ch(?:es)?)?\.?)?)?$/i

/** As somebody would say them: nobody is 170.18 cm tall. */
const wholeCentimetres = (inches: number): string => String(Math.round(inches * cmPerInch))

/** The same height in the other unit, centimetres whole. There and back again, everything is as it was typed. */
export function inUnit(typed: TypedHeight, unit: HeightUnit): TypedHeight {
  if (typed.height_unit === unit) return typed
  return unit === 'cm' ? inCentimetres(typed) : inFeetAndInches(typed)
}

function inCentimetres(typed: TypedHeight): TypedHeight {
  const before = { ...typed, height_unit: 'cm' }
  const inches = inchesOf(typed)
  if (inches !== undefined) {
    const stored = storedHeight(typed)
    const isConverted = stored === centimetresText(inches)
    return { ...before, height: isConverted ? wholeCentimetres(inches) : stored }
  }
  // Fields that were empty because nothing could be shown in them have nothing to say now.
  const isKept = storedHeight(typed) === '' && !feetOf(typed.height)
  return { ...before, height: isKept ? typed.height : '' }
}

function inFeetAndInches(typed: TypedHeight): TypedHeight {
  const before = { ...typed, height_unit: 'ft' }
  const [, feet, rest = ''] = writtenInFeet.exec(plainText(typed.height)) ?? []
  if (feet) return { ...before, height_ft: feet, height_in: rest }
  const inches = inchesOf(typed)
  const isSame =
    inches === undefined
      ? !typed.height.trim()
      : saysSame(typed.height, inches) || typed.height === wholeCentimetres(inches)
  return isSame ? before : { ...before, ...feetTexts(typed.height) }
}
