const TONES = {
  brown: '[--iris:#6b4226]',
  gray: '[--iris:#8b97a3]',
  blue: '[--iris:#4f8fc4]',
  hazel: '[--iris:#9a7637]',
  amber: '[--iris:#cf8a1d]',
  green: '[--iris:#5b8a57]',
} as const

export type SwatchProps = { tone: keyof typeof TONES }

/** A spot of colour. Decorative: the colour's name must be beside it. */
export const Swatch = ({ tone }: SwatchProps) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={`size-5 shrink-0 ${TONES[tone]}`}>
    <circle cx="10" cy="10" r="9" fill="var(--iris)" className="stroke-ink/30" strokeWidth="2" />
    <circle cx="10" cy="10" r="3.25" className="fill-ink/80" />
  </svg>
)
