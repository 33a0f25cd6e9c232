/** An invalid field; the message is a key of the `errors` texts. */
export interface FieldIssue {
  field: string
  message: string
  /** The invalid parts of a field that has several, if not all are invalid: `month`, `in`. */
  parts?: readonly string[] | undefined
}

/** An invalid answer: the last part of its message's key, and the invalid parts of the field. */
export type AnswerIssue = Pick<FieldIssue, 'parts'> & { key: string }

/** The first issue of each field, in the order of the schema. */
export function toFieldIssues(result: ParseResult): FieldIssue[] {
  if (result.success) return []
  const messageByField = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    if (!messageByField.has(field)) messageByField.set(field, message)
  }
  return [...messageByField].map(([field, message]) => ({ field, message }))
}

type ParseResult =
  | { success: true }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
