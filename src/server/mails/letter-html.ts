import type { Block, Fact, Letter, Line } from '@/server/mails/letter-blocks'

/** The pages' own colours: mail programs know no style sheets. */
const ink = '#14213d'
const ink2 = '#46506a'
const line = '#e4e4dc'
const accent = '#0b6b5d'
const soft = '#e7f3f0'
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"

/**
 * A letter as HTML, with everything in it escaped here and nowhere else. Tables and styles in the tags, as
 * mail programs want it; no pictures, and nothing that is fetched.
 */
export function htmlOf(letter: Letter): string {
  const { language, dir, title, subject, blocks, footer } = letter
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f6f6f2">
<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font:400 16px/1.5 ${font};color:${ink};text-align:start">
<tr><td style="padding:28px 24px;background:#ffffff;border:1px solid ${line};border-radius:16px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escaped(title)}</h1>
${blocks.map(block => blockHtml(block, letter)).join('\n')}
</td></tr>
<tr><td style="padding:16px 24px;color:${ink2};font-size:14px">
${footer.map(text => `<p style="margin:0 0 8px">${escaped(text)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

type Set = Pick<Letter, 'dir' | 'labelled'>

function blockHtml(block: Block, letter: Set): string {
  switch (block.kind) {
    case 'text':
      return paragraph(block.text)
    case 'notice':
      return boxed(block.title, block.text, block.list)
    case 'button':
      return button(block)
    case 'steps':
      return steps(block)
    case 'facts':
      return table(factRows(block.facts, letter))
    case 'receipt':
      return receipt(block, letter)
    case 'links':
      return `<p style="margin:0 0 16px">${block.links.map(link).join('<br>')}</p>`
  }
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`

const heading = (text: string) =>
  `<h2 style="margin:28px 0 12px;font-size:19px;line-height:1.3">${escaped(text)}</h2>`

function boxed(title: string, text: string, list: string[] = []): string {
  const items = list.map(item => `<li style="margin:0 0 4px">${escaped(item)}</li>`).join('')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
<tr><td style="padding:14px 16px;background:${soft};border-radius:12px"><b>${escaped(title)}</b><br>${escaped(text)}${items && `<ul style="margin:8px 0 0;padding:0 20px">${items}</ul>`}</td></tr>
</table>`
}

const button = ({ label, href, note }: Extract<Block, { kind: 'button' }>) =>
  `<p style="margin:0 0 12px"><a href="${escaped(href)}" style="display:inline-block;padding:13px 22px;background:${accent};border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>${note ? `<p style="margin:0 0 20px;color:${ink2};font-size:14px">${escaped(note)}</p>` : ''}`

const steps = (block: Extract<Block, { kind: 'steps' }>) =>
  `${heading(block.heading)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">
${block.steps
  .map(
    ({ title, text }, index) =>
      `<tr><td width="36" valign="top" style="padding:0 0 12px"><b style="color:${accent}">${index + 1}.</b></td><td valign="top" style="padding:0 0 12px"><b>${escaped(title)}</b><br><span style="color:${ink2}">${escaped(text)}</span></td></tr>`,
  )
  .join('\n')}
</table>`

const receipt = (block: Extract<Block, { kind: 'receipt' }>, letter: Set) =>
  `${heading(block.heading)}
${table(factRows(block.facts, letter))}
${table([...block.lines.map(row => lineRow(row, letter.dir)), lineRow(block.total, letter.dir, true)])}
${block.note ? `<p style="margin:0 0 16px;color:${ink2};font-size:14px">${escaped(block.note)}</p>` : ''}`

const table = (rows: string[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">
${rows.join('\n')}
</table>`

const factRows = (facts: Fact[], { labelled }: Set) =>
  facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:2px 0"><span style="color:${ink2}">${escaped(labelled(label))}</span>${apart(value)}</td></tr>`,
  )

/** The amount stands at the far end, in one piece. */
function lineRow({ label, sub, amount }: Line, dir: Letter['dir'], isTotal = false): string {
  // Some mail programs know no `end`.
  const end = dir === 'rtl' ? 'left' : 'right'
  const style = `padding:8px 0;border-top:${isTotal ? `2px solid ${ink}` : `1px solid ${line}`}${isTotal ? ';font-weight:700' : ''}`
  const small = sub
    ? `<br><span style="color:${ink2};font-weight:400;font-size:14px">${escaped(sub)}</span>`
    : ''
  return `<tr><td valign="top" style="${style}">${apart(label)}${small}</td><td valign="top" align="${end}" style="${style};padding-inline-start:16px;white-space:nowrap">${escaped(amount)}</td></tr>`
}

const link = ({ label, href }: { label: string; href: string }) =>
  `<a href="${escaped(href)}" style="color:${accent}">${escaped(label)}</a>`

/** A word in another script keeps its own direction, and leaves that of its neighbours alone. */
const apart = (text: string) => `<bdi>${escaped(text)}</bdi>`

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => signs[sign] as string)
