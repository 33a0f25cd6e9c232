/** Nobody answered in time; whether it was done is open. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
  readonly code = 'ETIMEDOUT'
}

/** What a promise brings within some milliseconds; rejects with `TimedOut` after that, and lets it go on unheard. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), milliseconds)
  })
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
