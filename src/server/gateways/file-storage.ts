/** Where photos are kept. Names are our own: random, and never a customer's. */
export interface FileStorage {
  /** Stores a file; once this returns, it survives whatever happens to this process. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** A file's bytes; undefined when there is none. */
  get: (name: string) => Promise<Uint8Array | undefined>
  /** Removes a file, and what an interrupted `put` has left of it. It need not be there. */
  remove: (name: string) => Promise<void>
}
