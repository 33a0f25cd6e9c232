/** Blocks callers until `count` of them have arrived. */
export function barrier(count: number): () => Promise<void> {
  let arrived = 0
  let open: () => void
  const allArrived = new Promise<void>(resolve => {
    open = resolve
  })
  return () => {
    arrived += 1
    if (arrived === count) open()
    return allArrived
  }
}
