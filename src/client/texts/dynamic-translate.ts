/** Texts by keys that come with data, as what is wrong with a field does: the compiler knows none of those. */
export type DynamicT = (key: string, values?: Record<string, unknown>) => string
