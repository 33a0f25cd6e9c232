/** What is wrong with one field; the message is a key of the errors texts. */
export interface FieldIssue {
  field: string
  message: string
}

/** The first issue of each field, in the order of the schema. */
export function issuesOf(result: Parsed): FieldIssue[] {
  if (result.success) return []
  const first = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    if (!first.has(field)) first.set(field, message)
  }
  return [...first].map(([field, message]) => ({ field, message }))
}

type Parsed =
  | { success: true }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
