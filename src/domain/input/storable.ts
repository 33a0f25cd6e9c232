import type { FieldIssue } from '@/domain/input/field-issue'

/**
 * Maximum length of each answer in UTF-16 code units, to protect the database. The rules for
 * permits and labels are stricter.
 */
export const maxStoredLength = {
  name: 200,
  email: 400,
  phone: 60,
  line: 300,
  town: 200,
  state: 100,
  code: 40,
} as const

/** Whether `jsonb` can store a string: it rejects \u0000 and unpaired surrogates. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** The fields that PostgreSQL would refuse to store, as issues with their path. */
export function listUnstorableFields(value: unknown, path: string[] = []): FieldIssue[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field: path.join('.'), message: 'text.unreadable' }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => listUnstorableFields(part, [...path, key]))
}
