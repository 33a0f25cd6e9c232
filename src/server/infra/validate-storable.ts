import type { FieldIssue } from '@/domain/input/field-issue'
import { isStorable } from '@/domain/input/storable'

/** The fields that PostgreSQL would refuse to store, as issues with their path. */
export function listUnstorableFields(value: unknown, path: string[] = []): FieldIssue[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field: path.join('.'), message: 'text.unreadable' }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => listUnstorableFields(part, [...path, key]))
}
