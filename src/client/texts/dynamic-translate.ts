/** `t` for keys that come with data, such as field errors: the compiler cannot check them. */
export type DynamicT = (key: string, values?: Record<string, unknown>) => string
