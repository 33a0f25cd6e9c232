import type { Customer } from '@/domain/checkout/customer-schema'
import { feetAndInchesPattern, parseCentimetres, stripUnit } from '@/domain/driver/height'
import type { AnswerIssue } from '@/domain/input/field-issue'

/** In centimetres. */
const minCm = 100
const maxCm = 250

/** Why a stored height cannot be printed; undefined if it can. */
export function validateHeight({
  height,
  height_unit,
}: Pick<Customer, 'height' | 'height_unit'>): AnswerIssue | undefined {
  if (!height.trim()) return { key: 'missing' }
  const cm = parseCentimetres(height)
  if (cm === undefined)
    return height_unit === 'ft' ? buildUnreadableFeetIssue(height) : buildUnreadableIssue(height)
  if (cm >= minCm && cm <= maxCm) return undefined
  if (height_unit === 'ft') return { key: 'range_ft' }
  return { key: cm >= minCm / 100 && cm <= maxCm / 100 ? 'metres' : 'range' }
}

const buildUnreadableIssue = (height: string): AnswerIssue => ({
  key: /\d\s*(?:['′’]|ft|feet)/i.test(height) ? 'unit' : 'shape',
})

function buildUnreadableFeetIssue(height: string): AnswerIssue {
  const [, feet = '', inches = ''] = feetAndInchesPattern.exec(height) ?? []
  if (!feet && inches) return { key: 'feet_missing', parts: ['ft'] }
  if (!/^\d+$/.test(stripUnit(feet))) return { key: 'feet', parts: ['ft'] }
  return { key: 'inches', parts: ['in'] }
}

/** A valid stored height as a number of centimetres with a decimal point. */
export const normalizeHeight = (storedValue: string): string =>
  String(parseCentimetres(storedValue) ?? storedValue)
