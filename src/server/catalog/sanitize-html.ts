import { parseFragment, serialize } from 'parse5'
import sanitizeHtml from 'sanitize-html'

/**
 * HTML from the CMS, reduced to paragraphs, lists, emphasis and https links; empty without visible
 * text. It is well-formed, so that a browser builds the same elements from it.
 */
export function cleanHtml(html: string): string {
  const clean = sanitizeHtml(
    repairHtml(sanitizeHtml(html, sanitizeOptions)),
    sanitizeOptions,
  ).trim()
  return isBlank(clean) ? '' : clean
}

/**
 * Ends and nests tags by the rules of browsers. Needs sanitized HTML: its nesting is limited, and
 * parse5 serializes recursively.
 */
const repairHtml = (html: string): string => serialize(parseFragment(html))

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: 20,
  // The repair leaves empty paragraphs.
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    tag === 'p' && text.trim() === '' && mediaChildren.length === 0,
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
