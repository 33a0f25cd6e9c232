/** Runs once when the server starts: the jobs begin, and a wrong configuration ends it with its sentence. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { start } = await import('@/server/start')
  await start()
}
