import { eq, sql } from 'drizzle-orm'
import { type Backend, getBackend } from '@/server/backend'
import { recoveryAddresses } from '@/server/db/tables/recovery'
import type { RouteHandler, RouteRequest } from '@/server/http/request'
import { createFormRoute } from '@/server/pages/form-route'

const pagePath = '/checkouts/stop-mails/'

/**
 * Stops reminders to the address of a mail's link, for good. The page posts a form, so that it works
 * without scripts and a program that opens the link stops nothing. Mail programs post to the address
 * with the code in it (RFC 8058, one click); opened there, it leads to the page.
 */
export const stopMails: RouteHandler = async (request, response) => {
  const code = readCode(request)
  if (code === undefined) return stopByForm(request, response)
  if (request.method !== 'POST') {
    response.setHeader('Location', `${pagePath}?code=${encodeURIComponent(code)}`)
    response.statusCode = 303
  } else {
    // A mail program has no cookies, sends no Origin, and may send a form in any encoding.
    request.resume()
    response.statusCode = (await stop(await getBackend(), code)) ? 200 : 404
  }
  response.setHeader('Cache-Control', 'no-store')
  response.end()
}

const stopByForm = createFormRoute(async (backend, { form }) => {
  const isStopped = await stop(backend, form.get('code') ?? '')
  return `${pagePath}?outcome=${isStopped ? 'stopped' : 'unknown'}`
})

const readCode = ({ query }: RouteRequest): string | undefined => [query['code']].flat()[0]

/** Stops the reminders of a code; false for an unknown one. A second time changes nothing. */
async function stop({ db, now }: Backend, code: string): Promise<boolean> {
  const stopped = await db
    .update(recoveryAddresses)
    .set({ stoppedAt: sql`coalesce(${recoveryAddresses.stoppedAt}, ${now().toISOString()})` })
    .where(eq(recoveryAddresses.stopCode, code))
    .returning({ stopCode: recoveryAddresses.stopCode })
  return stopped.length > 0
}
