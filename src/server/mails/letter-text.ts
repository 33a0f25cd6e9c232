import type { Block, Fact, Letter, Line } from '@/server/mails/letter-blocks'

/** A letter as plain text. What customers have typed stays in its line: it cannot pass for a part of ours. */
export const textOf = (letter: Letter): string =>
  [
    oneLine(letter.title),
    ...letter.blocks.map(block => blockText(block, letter)),
    '--',
    ...letter.footer.map(oneLine),
  ]
    .join('\n\n')
    .concat('\n')

type Labelled = Pick<Letter, 'labelled'>

function blockText(block: Block, letter: Labelled): string {
  switch (block.kind) {
    case 'text':
      return oneLine(block.text)
    case 'notice':
      return [block.title, block.text, ...(block.list ?? []).map(item => `- ${oneLine(item)}`)]
        .map(oneLine)
        .join('\n')
    case 'button':
      return [
        letter.labelled(oneLine(block.label)).trim(),
        block.href,
        ...(block.note ? [oneLine(block.note)] : []),
      ].join('\n')
    case 'steps':
      return [
        oneLine(block.heading),
        ...block.steps.map(
          ({ title, text }, index) => `${index + 1}. ${oneLine(title)}\n   ${oneLine(text)}`,
        ),
      ].join('\n')
    case 'facts':
      return factsText(block.facts, letter).join('\n')
    case 'receipt':
      return [
        [oneLine(block.heading), ...factsText(block.facts, letter)].join('\n'),
        block.lines.map(line => lineText(line, letter)).join('\n'),
        lineText(block.total, letter),
        ...(block.note ? [oneLine(block.note)] : []),
      ].join('\n\n')
    case 'links':
      return block.links.map(({ label, href }) => letter.labelled(oneLine(label)) + href).join('\n')
  }
}

const factsText = (facts: Fact[], { labelled }: Labelled) =>
  facts.map(({ label, value }) => labelled(oneLine(label)) + oneLine(value))

const lineText = ({ label, whole = label, amount }: Line, { labelled }: Labelled) =>
  labelled(oneLine(whole)) + amount

/**
 * Without what could begin a line, and with plain spaces. Those that hold a line together stay: before a French
 * colon, in a price.
 */
const oneLine = (text: string): string =>
  text.replace(/(?:[^\S\u00a0\u202f]|\p{Cc})+/gu, ' ').trim()
