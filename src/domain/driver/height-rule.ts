import type { Customer } from '@/domain/checkout/customer-schema'
import { centimetresOf, inFeet, withoutUnit } from '@/domain/driver/height'
import type { Wrong } from '@/domain/input/field-issue'

/** Centimetres. */
const least = 100
const most = 250

/** What keeps a stored height from being printed. */
export function heightWrong({
  height,
  height_unit,
}: Pick<Customer, 'height' | 'height_unit'>): Wrong | undefined {
  if (!height.trim()) return { key: 'missing' }
  const cm = centimetresOf(height)
  if (cm === undefined) return height_unit === 'ft' ? unreadableFeet(height) : unreadable(height)
  if (cm >= least && cm <= most) return undefined
  if (height_unit === 'ft') return { key: 'range_ft' }
  return { key: cm >= least / 100 && cm <= most / 100 ? 'metres' : 'range' }
}

const unreadable = (height: string): Wrong => ({
  key: /\d\s*(?:['′’]|ft|feet)/i.test(height) ? 'unit' : 'shape',
})

function unreadableFeet(height: string): Wrong {
  const [, feet = '', inches = ''] = inFeet.exec(height) ?? []
  if (!feet && inches) return { key: 'feet_missing', parts: ['ft'] }
  if (!/^\d+$/.test(withoutUnit(feet))) return { key: 'feet', parts: ['ft'] }
  return { key: 'inches', parts: ['in'] }
}

/** A stored height that is right, as a number of centimetres with a point. */
export const plainHeight = (stored: string): string => String(centimetresOf(stored) ?? stored)
