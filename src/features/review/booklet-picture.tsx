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
