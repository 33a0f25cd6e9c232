/** The content of a mail, for its HTML and its text form. All strings are plain text, no markup. */
export interface Letter {
  language: string
  dir: 'ltr' | 'rtl'
  /** Formats a label that precedes its value. */
  formatLabel: (label: string) => string
  subject: string
  title: string
  blocks: Block[]
  /** Small text below everything. */
  footer: string[]
}

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'notice'; title: string; text: string; list?: string[] }
  | { kind: 'button'; label: string; href: string; note?: string }
  | { kind: 'steps'; heading: string; steps: LetterStep[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'receipt'; heading: string; facts: Fact[]; lines: Line[]; total: Line; note?: string }
  | { kind: 'links'; links: { label: string; href: string }[] }

export interface LetterStep {
  title: string
  /** When it happens. */
  date?: string
  text: string
}

export interface Fact {
  label: string
  value: string
}

export interface Line {
  label: string
  /** Small text below the label. */
  sub?: string
  /** Label and `sub` on one line. */
  inlineLabel?: string
  amount: string
}
