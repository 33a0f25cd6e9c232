import { validateEmail } from '@/domain/driver/email'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { tokenCookie } from '@/server/http/cookies'
import { createHeaderReader, readCookie, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { generateId } from '@/server/infra/tokens'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'
import { renderMail } from '@/server/mails/letter'
import { buildResumeMail } from '@/server/mails/resume'
import { createFormRoute } from '@/server/pages/form-route'
import { resolveLanguage } from '@/server/texts/language'

/** The email address is not verified, so mails are limited per order, client IP and recipient. */
const orderLimit: RateLimit = { name: 'mailed-links', maxHits: 3, windowSeconds: 3_600 }
const addressLimit: RateLimit = { name: 'mailed-links-from', maxHits: 10, windowSeconds: 3_600 }
const emailLimit: RateLimit = { name: 'mailed-links-to', maxHits: 5, windowSeconds: 86_400 }

/** The result of a request for a mailed link, shown on the help page. */
export type MailLinkStatus = 'sent' | 'no_email' | 'often' | 'failed'

/**
 * Mails the link of the browser's checkout to its customer. It is sent immediately, not by the
 * outbox: the token is only in this request and is never stored.
 */
export const mailLink = createFormRoute(async (backend, { request }) => {
  const address = resolveClientAddress(request, backend.env.trustedProxies)
  const token = readCookie(request, tokenCookie) ?? ''
  const mailStatus = await sendResumeLink(backend, {
    token,
    address,
    language: resolveLanguage(createHeaderReader(request)),
  }).catch((error: unknown) => toMailStatus(backend, error))
  return `/checkouts/help/?mail=${mailStatus}`
})

interface ResumeLinkRequest {
  token: string
  address: string
  language: string
}

async function sendResumeLink(
  backend: Backend,
  { token, address, language }: ResumeLinkRequest,
): Promise<MailLinkStatus> {
  const { row } = await loadCheckout(backend, token)
  const { email } = row.state.customer
  if (validateEmail(email)) return 'no_email'
  await consumeLimit(backend, addressLimit, address)
  await consumeLimit(backend, emailLimit, email.toLowerCase())
  await consumeLimit(backend, orderLimit, row.id)
  const letter = await buildResumeMail(backend, { token, language, expiresAt: row.expiresAt })
  await backend.mail.send({ id: `link.${generateId()}`, to: email, ...renderMail(letter) })
  return 'sent'
}

function toMailStatus({ log }: Backend, error: unknown): MailLinkStatus {
  if (error instanceof ApiError) return error.code === 'rate_limited' ? 'often' : 'no_email'
  log.warn(
    { event: 'mail.resume_link_failed', ...toSafeLog(error) },
    'a resume link could not be mailed',
  )
  return 'failed'
}
