/** The bytes as lower-case hex digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** 128 random bits in hex. Unlike `randomUUID`, also works in insecure contexts (plain HTTP). */
export const generateHexId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))
