import sanitizeHtml from 'sanitize-html'

/**
 * HTML from the CMS, reduced to paragraphs, lists, emphasis and https links; empty without visible
 * text.
 */
export function cleanHtml(html: string): string {
  const clean = sanitizeHtml(html, sanitizeOptions).trim()
  return isBlank(clean) ? '' : clean
}

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: 20,
  // Other links become their text: `span` is not an allowed tag.
  transformTags: { a: (_, { href }) => buildLinkTag(parseHttpsUrl(href)) },
}

const buildLinkTag = (href: string | undefined): sanitizeHtml.Tag =>
  href
    ? { tagName: 'a', attribs: { href, rel: 'noopener noreferrer', target: '_blank' } }
    : { tagName: 'span', attribs: {} }

/** An absolute https URL, normalized as in browsers; undefined for anything else. */
function parseHttpsUrl(href = ''): string | undefined {
  if (!/^https:\/\//i.test(href.trim()) || !URL.canParse(href)) return undefined
  const { protocol, username, password, href: url } = new URL(href)
  return protocol === 'https:' && !username && !password ? url : undefined
}

const isBlank = (html: string): boolean => html.replace(/<[^>]*>|\s/g, '') === ''
