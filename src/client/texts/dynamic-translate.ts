/** Texts by keys that come with data, as what is wrong with a field does: the compiler knows none of those. */
export type AnyText = (key: string, values?: Record<string, unknown>) => string
