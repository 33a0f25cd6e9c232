/** What a mail says, once for both its forms. Plain text everywhere: nothing in it is markup. */
export interface Letter {
  language: string
  dir: 'ltr' | 'rtl'
  /** A label as it stands before its value. */
  formatLabel: (label: string) => string
  subject: string
  title: string
  blocks: Block[]
  /** What stands small below everything. */
  footer: string[]
}

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'notice'; title: string; text: string; list?: string[] }
  | { kind: 'button'; label: string; href: string; note?: string }
  | { kind: 'steps'; heading: string; steps: { title: string; text: string }[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'receipt'; heading: string; facts: Fact[]; lines: Line[]; total: Line; note?: string }
  | { kind: 'links'; links: { label: string; href: string }[] }

export interface Fact {
  label: string
  value: string
}

export interface Line {
  label: string
  /** What stands small below the label. */
  sub?: string
  /** Both of them, where they stand in one line. */
  inlineLabel?: string
  amount: string
}
