import type { FieldIssue } from '@/domain/issues'

/** The fields PostgreSQL would refuse to store: its JSON holds neither NUL nor half a character. */
export function unstorable(value: unknown, path: string[] = []): FieldIssue[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field: path.join('.'), message: 'text.unreadable' }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => unstorable(part, [...path, key]))
}

const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)
