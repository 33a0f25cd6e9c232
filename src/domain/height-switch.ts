import type { HeightUnit } from '@/domain/data/height-units'
import {
  centimetresText,
  feetOf,
  feetTexts,
  inchesOf,
  inFeet,
  saysSame,
  storedHeight,
  type TypedHeight,
} from '@/domain/height'

/** The same height in the other unit. There and back again, everything is as it was typed. */
export function inUnit(typed: TypedHeight, unit: HeightUnit): TypedHeight {
  if (typed.height_unit === unit) return typed
  return unit === 'cm' ? inCentimetres(typed) : inFeetAndInches(typed)
}

function inCentimetres(typed: TypedHeight): TypedHeight {
  const stored = storedHeight(typed)
  const isEmpty = stored === ''
  // Fields that were empty because nothing could be shown in them have nothing to say now.
  const height = isEmpty && !feetOf(typed.height) ? typed.height : stored
  return { ...typed, height_unit: 'cm', height: inFeet.test(height) ? '' : height }
}

function inFeetAndInches(typed: TypedHeight): TypedHeight {
  const before = { ...typed, height_unit: 'ft' }
  const inches = inchesOf(typed)
  const isSame =
    inches === undefined
      ? !typed.height.trim()
      : saysSame(typed.height, inches) || typed.height === centimetresText(inches)
  return isSame ? before : { ...before, ...feetTexts(typed.height) }
}
