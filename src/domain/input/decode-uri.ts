/** The text without percent escapes; undefined if one is malformed: clients can send any cookie. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
