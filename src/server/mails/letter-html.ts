import type { Block, Fact, Letter, Line } from '@/server/mails/letter-blocks'

/** The pages' own colours, because mail clients ignore style sheets. */
const ink = '#14213d'
const ink2 = '#46506a'
const line = '#e4e4dc'
const accent = '#0b6b5d'
const soft = '#e7f3f0'
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"

/**
 * Renders a letter as HTML; everything in it is escaped here and nowhere else. Tables and inline
 * styles, as mail clients need; no images and nothing that is fetched.
 */
export function renderHtml(letter: Letter): string {
  const { language, dir, title, subject, blocks, footer } = letter
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f6f6f2">
<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font:400 16px/1.5 ${font};color:${ink};text-align:start">
<tr><td style="padding:28px 24px;background:#ffffff;border:1px solid ${line};border-radius:16px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>
${blocks.map(block => renderBlock(block, letter)).join('\n')}
</td></tr>
<tr><td style="padding:16px 24px;color:${ink2};font-size:14px">
${footer.map(text => `<p style="margin:0 0 8px">${escapeHtml(text)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

type LetterFormat = Pick<Letter, 'dir' | 'formatLabel'>

function renderBlock(block: Block, letter: LetterFormat): string {
  switch (block.kind) {
    case 'text':
      return renderParagraph(block.text)
    case 'notice':
      return renderNotice(block.title, block.text, block.list)
    case 'button':
      return renderButton(block)
    case 'steps':
      return renderSteps(block)
    case 'facts':
      return renderTable(renderFactRows(block.facts, letter))
    case 'receipt':
      return renderReceipt(block, letter)
    case 'links':
      return `<p style="margin:0 0 16px">${block.links.map(renderLink).join('<br>')}</p>`
  }
}

const renderParagraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const renderHeading = (text: string) =>
  `<h2 style="margin:28px 0 12px;font-size:19px;line-height:1.3">${escapeHtml(text)}</h2>`

function renderNotice(title: string, text: string, list: string[] = []): string {
  const items = list.map(item => `<li style="margin:0 0 4px">${escapeHtml(item)}</li>`).join('')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
<tr><td style="padding:14px 16px;background:${soft};border-radius:12px"><b>${escapeHtml(title)}</b><br>${escapeHtml(text)}${items && `<ul style="margin:8px 0 0;padding:0 20px">${items}</ul>`}</td></tr>
</table>`
}

const renderButton = ({ label, href, note }: Extract<Block, { kind: 'button' }>) =>
  `<p style="margin:0 0 12px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:13px 22px;background:${accent};border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>${note ? `<p style="margin:0 0 20px;color:${ink2};font-size:14px">${escapeHtml(note)}</p>` : ''}`

const renderSteps = (block: Extract<Block, { kind: 'steps' }>) =>
  `${renderHeading(block.heading)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">
${block.steps
  .map(
    ({ title, date, text }, index) =>
      `<tr><td width="36" valign="top" style="padding:0 0 12px"><b style="color:${accent}">${index + 1}.</b></td><td valign="top" style="padding:0 0 12px"><b>${escapeHtml(title)}</b><br>${date ? `<b style="color:${accent}">${escapeHtml(date)}</b><br>` : ''}<span style="color:${ink2}">${escapeHtml(text)}</span></td></tr>`,
  )
  .join('\n')}
</table>`

const renderReceipt = (block: Extract<Block, { kind: 'receipt' }>, letter: LetterFormat) =>
  `${renderHeading(block.heading)}
${renderTable(renderFactRows(block.facts, letter))}
${renderTable([...block.lines.map(row => renderLineRow(row, letter.dir)), renderLineRow(block.total, letter.dir, true)])}
${block.note ? `<p style="margin:0 0 16px;color:${ink2};font-size:14px">${escapeHtml(block.note)}</p>` : ''}`

const renderTable = (rows: string[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">
${rows.join('\n')}
</table>`

const renderFactRows = (facts: Fact[], { formatLabel }: LetterFormat) =>
  facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:2px 0"><span style="color:${ink2}">${escapeHtml(formatLabel(label))}</span>${renderIsolated(value)}</td></tr>`,
  )

/** The amount is aligned to the end and does not wrap. */
function renderLineRow({ label, sub, amount }: Line, dir: Letter['dir'], isTotal = false): string {
  // Some mail clients do not support `end`.
  const endAlign = dir === 'rtl' ? 'left' : 'right'
  const style = `padding:8px 0;border-top:${isTotal ? `2px solid ${ink}` : `1px solid ${line}`}${isTotal ? ';font-weight:700' : ''}`
  const subHtml = sub
    ? `<br><span style="color:${ink2};font-weight:400;font-size:14px">${escapeHtml(sub)}</span>`
    : ''
  return `<tr><td valign="top" style="${style}">${renderIsolated(label)}${subHtml}</td><td valign="top" align="${endAlign}" style="${style};padding-inline-start:16px;white-space:nowrap">${escapeHtml(amount)}</td></tr>`
}

const renderLink = ({ label, href }: { label: string; href: string }) =>
  `<a href="${escapeHtml(href)}" style="color:${accent}">${escapeHtml(label)}</a>`

/** Isolates the text's direction from its neighbours'. */
const renderIsolated = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, char => htmlEntities[char] as string)
