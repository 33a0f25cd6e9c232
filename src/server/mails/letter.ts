import type { Block, Fact, Letter, Line } from '@/server/mails/letter-blocks'
import { renderHtml } from '@/server/mails/letter-html'

/** Renders a letter for the mail gateway. */
export const renderMail = (letter: Letter) => ({
  language: letter.language,
  subject: letter.subject,
  text: renderText(letter),
  html: renderHtml(letter),
})

/** Renders a letter as plain text. Customers' input stays on its line and cannot imitate ours. */
const renderText = (letter: Letter): string =>
  [
    toOneLine(letter.title),
    ...letter.blocks.map(block => renderBlock(block, letter)),
    '--',
    ...letter.footer.map(toOneLine),
  ]
    .join('\n\n')
    .concat('\n')

type LetterFormat = Pick<Letter, 'formatLabel'>

function renderBlock(block: Block, letter: LetterFormat): string {
  switch (block.kind) {
    case 'text':
      return toOneLine(block.text)
    case 'notice':
      return [block.title, block.text, ...(block.list ?? []).map(item => `- ${toOneLine(item)}`)]
        .map(toOneLine)
        .join('\n')
    case 'button':
      return [
        letter.formatLabel(toOneLine(block.label)).trim(),
        block.href,
        ...(block.note ? [toOneLine(block.note)] : []),
      ].join('\n')
    case 'steps':
      return [
        toOneLine(block.heading),
        ...block.steps.map(
          ({ title, date, text }, index) =>
            `${index + 1}. ${[title, date, text].flatMap(line => (line ? [toOneLine(line)] : [])).join('\n   ')}`,
        ),
      ].join('\n')
    case 'facts':
      return renderFacts(block.facts, letter).join('\n')
    case 'receipt':
      return [
        [toOneLine(block.heading), ...renderFacts(block.facts, letter)].join('\n'),
        block.lines.map(line => renderLine(line, letter)).join('\n'),
        renderLine(block.total, letter),
        ...(block.note ? [toOneLine(block.note)] : []),
      ].join('\n\n')
    case 'links':
      return block.links
        .map(({ label, href }) => letter.formatLabel(toOneLine(label)) + href)
        .join('\n')
  }
}

const renderFacts = (facts: Fact[], { formatLabel }: LetterFormat) =>
  facts.map(({ label, value }) => formatLabel(toOneLine(label)) + toOneLine(value))

const renderLine = ({ label, inlineLabel = label, amount }: Line, { formatLabel }: LetterFormat) =>
  formatLabel(toOneLine(inlineLabel)) + amount

/**
 * Collapses line breaks, control characters and spaces. Non-breaking spaces remain: before a French
 * colon, in a price.
 */
const toOneLine = (text: string): string =>
  text.replace(/(?:[^\S\u00a0\u202f]|\p{Cc})+/gu, ' ').trim()
