/** The printed booklet with its pages, in our colours. */
export const BookletPicture = () => (
  <svg
    viewBox="0 0 104 112"
    aria-hidden="true"
    fill="none"
    strokeWidth="1.6"
    strokeLinecap="round"
    className="w-14 shrink-0 stroke-ink"
  >
    <rect
      x="36"
      y="18"
      width="56"
      height="82"
      rx="6"
      transform="rotate(9 66 60)"
      className="fill-white"
    />
    <g transform="rotate(-4 44 58)">
      <path d="M14 12h58a6 6 0 0 1 6 6v80a6 6 0 0 1-6 6H14z" className="fill-white" />
      <path
        d="M14 8h54a6 6 0 0 1 6 6v80a6 6 0 0 1-6 6H14a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5z"
        className="fill-accent"
      />
      <path d="M34 21h24" strokeWidth="3" className="stroke-gold" />
      <path
        d="M62 46a16 16 0 1 1-32 0 16 16 0 0 1 32 0zM46 30c9 8 9 24 0 32M46 30c-9 8-9 24 0 32M30 46h32M38.5 92 43 72h6l4.5 20"
        strokeWidth="1.8"
        className="stroke-white"
      />
      <path
        d="M46 75.500v2.500M46 81.500v3M46 88v3.500"
        strokeWidth="1.8"
        className="stroke-gold"
      />
    </g>
  </svg>
)

/** The digital permit on a phone, in our colours. */
export const DigitalPicture = () => (
  <svg
    viewBox="0 0 104 112"
    aria-hidden="true"
    fill="none"
    strokeLinecap="round"
    className="w-14 shrink-0"
  >
    <rect x="26" y="6" width="52" height="100" rx="10" className="fill-ink" />
    <rect x="30.500" y="11" width="43" height="90" rx="6" className="fill-white" />
    <rect x="34" y="28" width="36" height="48" rx="4" className="fill-accent" />
    <path d="M44 36h16" strokeWidth="2.5" className="stroke-gold" />
    <path
      d="M61 52a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM52 43c5 5 5 13 0 18M52 43c-5 5-5 13 0 18M43 52h18M45 69h14"
      strokeWidth="1.5"
      className="stroke-white"
    />
    <path d="M46 16h12M38 85h28M38 91h18" strokeWidth="2.5" className="stroke-track" />
  </svg>
)
