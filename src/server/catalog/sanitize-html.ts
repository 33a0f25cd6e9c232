import sanitizeHtml from 'sanitize-html'

/** HTML from the content management as a page may show it: paragraphs, lists, emphasis and https links. */
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
  // A link that leads nowhere we know stays as its words: no tag of this name is allowed.
  transformTags: { a: (_, { href }) => buildLinkTag(parseHttpsUrl(href)) },
}

const buildLinkTag = (href: string | undefined): sanitizeHtml.Tag =>
  href
    ? { tagName: 'a', attribs: { href, rel: 'noopener noreferrer', target: '_blank' } }
    : { tagName: 'span', attribs: {} }

/** A whole https address, written the way browsers read it; undefined for anything else. */
function parseHttpsUrl(href = ''): string | undefined {
  if (!/^https:\/\//i.test(href.trim()) || !URL.canParse(href)) return undefined
  const { protocol, username, password, href: url } = new URL(href)
  return protocol === 'https:' && !username && !password ? url : undefined
}

const isBlank = (html: string): boolean => html.replace(/<[^>]*>|\s/g, '') === ''
