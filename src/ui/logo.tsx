/** A road in perspective, with the name beside it. */
export const Logo = ({ name }: { name: string }) => (
  <span className="flex items-center gap-2.5 break-keep font-bold leading-tight tracking-tight max-lg:text-[0.9375rem]">
    <svg viewBox="0 0 30 30" aria-hidden="true" className="size-[30px] shrink-0">
      <rect width="30" height="30" rx="8" className="fill-accent" />
      <path
        d="M10 24 13.4 6h3.2L20 24"
        fill="none"
        className="stroke-white"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M15 9.5v2.2M15 14.6v2.8M15 20.4V23"
        className="stroke-gold"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
    {name}
  </span>
)
