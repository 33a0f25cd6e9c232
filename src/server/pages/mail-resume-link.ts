import { emailWrong } from '@/domain/driver/email'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { tokenCookie } from '@/server/http/cookies'
import { addressOf, cookieOf, headerOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { faultOf } from '@/server/infra/safe-error-log'
import { newId } from '@/server/infra/tokens'
import { type Limit, take } from '@/server/limits/rate-limit'
import { mailOf } from '@/server/mails/letter'
import { resumeMail } from '@/server/mails/resume'
import { formRoute } from '@/server/pages/form-route'
import { languageOf } from '@/server/texts/language'

/** Nobody has checked the address yet: it, and who names it, are only mailed so often. */
const perOrder: Limit = { name: 'mailed-links', most: 3, windowSeconds: 3_600 }
const perAddress: Limit = { name: 'mailed-links-from', most: 10, windowSeconds: 3_600 }
const perEmail: Limit = { name: 'mailed-links-to', most: 5, windowSeconds: 86_400 }

/** What became of the wish for a link, as the help page tells it. */
export type LinkMailed = 'sent' | 'no_email' | 'often' | 'failed'

/**
 * Mails the link of the browser's order to its customer. It is sent at once, and not by the outbox: only this
 * request has the token, which is stored nowhere.
 */
export const mailLink = formRoute(async (backend, { request }) => {
  const address = addressOf(request, backend.env.trustedProxies)
  const token = cookieOf(request, tokenCookie) ?? ''
  const told = await mail(backend, {
    token,
    address,
    language: languageOf(headerOf(request)),
  }).catch((error: unknown) => whyNot(backend, error))
  return `/checkouts/help/?mail=${told}`
})

interface Wish {
  token: string
  address: string
  language: string
}

async function mail(backend: Backend, { token, address, language }: Wish): Promise<LinkMailed> {
  const { row } = await stored(backend, token)
  const { email } = row.state.customer
  if (emailWrong(email)) return 'no_email'
  await take(backend, perAddress, address)
  await take(backend, perEmail, email.toLowerCase())
  await take(backend, perOrder, row.id)
  const letter = await resumeMail(backend, { token, language, expiresAt: row.expiresAt })
  await backend.mail.send({ id: `link.${newId()}`, to: email, ...mailOf(letter) })
  return 'sent'
}

function whyNot({ log }: Backend, error: unknown): LinkMailed {
  if (error instanceof Failure) return error.code === 'rate_limited' ? 'often' : 'no_email'
  log.warn(faultOf(error), 'a link was not mailed')
  return 'failed'
}
