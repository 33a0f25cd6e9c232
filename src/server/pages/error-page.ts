import type { IncomingMessage, ServerResponse } from 'node:http'
import { directionOf } from '@/domain/data/languages'
import { closeConnection, createHeaderReader } from '@/server/http/request'
import { type ApiError, type ApiErrorCode, shouldCloseConnection } from '@/server/infra/api-error'
import { getRequestId } from '@/server/infra/request-context'
import { resolveLanguage } from '@/server/texts/language'
import { loadTexts } from '@/server/texts/load-texts'

/** The `refused` text of an error; other errors use `other`. */
const reasons: Partial<Record<ApiErrorCode, string>> = {
  origin: 'origin',
  too_large: 'too_large',
  too_slow: 'too_large',
  media_type: 'media_type',
  form_data: 'media_type',
  rate_limited: 'rate_limited',
  payment_in_progress: 'payment_in_progress',
  needs_check: 'payment_in_progress',
  paid: 'locked',
  closed: 'locked',
  temporarily_unavailable: 'unavailable',
}

/** A form was not saved, and the page says so. */
const unsavedCodes: ApiErrorCode[] = [
  'origin',
  'too_large',
  'too_slow',
  'media_type',
  'form_data',
  'temporarily_unavailable',
]

/**
 * Answers a page request or a native form post with an error page in the customer's language. It
 * needs no checkout and no scripts, and links to the order.
 */
export async function sendErrorPage(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
): Promise<void> {
  const { code, status, details } = error
  const language = resolveLanguage(createHeaderReader(request))
  const translate = await loadErrorTexts(language)
  const sentences = [
    translate(reasons[code] ?? 'other'),
    ...(request.method === 'POST' && unsavedCodes.includes(code) ? [translate('unsaved')] : []),
  ]
  const requestId = getRequestId()
  if (status >= 500 && requestId)
    sentences.push(`${translate('reference')}: <bdi>${requestId}</bdi>`)
  const title = translate(code === 'temporarily_unavailable' ? 'unavailable_title' : 'title')
  if (details.retryAfterSeconds) response.setHeader('Retry-After', details.retryAfterSeconds)
  if (shouldCloseConnection(error)) closeConnection(request)
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(renderDocument(language, title, sentences, translate('order')))
}

async function loadErrorTexts(language: string): Promise<(key: string) => string> {
  const { refused } = await loadTexts(language, ['refused'])
  const texts = refused as Record<string, string>
  return key => texts[key] ?? ''
}

/** Only texts of the shop, no user input. The CSP allows style attributes. */
const renderDocument = (
  language: string,
  title: string,
  sentences: string[],
  orderLabel: string,
): string =>
  `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title></head>
<body style="${styles.body}">
<main style="${styles.main}">
<h1 style="${styles.heading}">${title}</h1>
${sentences.map(sentence => `<p>${sentence}</p>`).join('\n')}
<p><a href="/checkouts/" style="${styles.link}">${orderLabel}</a></p>
</main>
</body>
</html>
`

/** Inline styles that match the other pages: only the build knows the name of their style sheet. */
const styles = {
  body: "margin:0;background:#f6f6f2;color:#14213d;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif",
  main: 'max-width:36rem;margin:3rem auto;padding:0 1rem',
  heading: 'font-size:1.75rem;line-height:1.25',
  link: 'display:inline-block;padding:.8rem 1.5rem;border-radius:12px;background:#0b6b5d;color:#fff;font-weight:600;text-decoration:none',
}
