/** Storage of photos. File names are random and contain no customer data. */
export interface FileStorage {
  /** Stores a file durably: once this returns, the file survives a crash. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** A file's bytes; undefined when it does not exist. */
  get: (name: string) => Promise<Uint8Array | undefined>
  /** Removes a file and the remains of an interrupted `put`. Ignores a missing file. */
  remove: (name: string) => Promise<void>
}
