import { Illustration, type IllustrationProps, Portrait, TextLines } from '@/ui/illustration'

export const BookletPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <path d="M82 24h82a6 6 0 0 1 6 6v104a6 6 0 0 1-6 6H82z" className="fill-card" />
    <path d="M76 18h80a6 6 0 0 1 6 6v104a6 6 0 0 1-6 6H76z" className="fill-accent-soft" />
    <path d="M76 18h10v116H76a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z" className="fill-accent" />
    <circle cx="124" cy="62" r="22" className="fill-card" />
    <path d="M102 62h44M124 40c8 6 11 14 11 22s-3 16-11 22c-8-6-11-14-11-22s3-16 11-22z" />
    <path d="M104 102h40" strokeWidth="4" />
    <TextLines d="M110 114h28" />
    <path d="M150 18v22l-5-4-5 4V18" className="fill-gold" />
  </Illustration>
)

export const BookletSpreadPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <path d="M120 36C98 24 62 24 30 30v98c32-6 68-6 90 6z" className="fill-card" />
    <path d="M120 36c22-12 58-12 90-6v98c-32-6-68-6-90 6z" className="fill-accent-soft" />
    <rect x="44" y="46" width="36" height="44" rx="3" className="fill-accent-soft" />
    <Portrait x={62} y={90} scale={0.8} />
    <TextLines d="M90 52c6 0 12 1 17 3M90 66c6 0 12 1 17 3M90 80c6 0 12 1 17 3M44 106c20-2 44-1 63 5" />
    <TextLines d="M134 58c18-6 40-7 62-5M134 74c18-6 40-7 62-5M134 90c18-6 40-7 62-5" />
    <circle cx="182" cy="106" r="11" className="fill-gold" />
    <path d="m177 106 4 4 7-8" />
  </Illustration>
)

export const IdCardPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <rect x="36" y="28" width="168" height="106" rx="10" className="fill-card" />
    <path d="M36 52V38a10 10 0 0 1 10-10h148a10 10 0 0 1 10 10v14z" className="fill-accent" />
    <path d="M52 40h50" className="stroke-white" strokeWidth="4" />
    <circle cx="186" cy="40" r="5" className="fill-gold stroke-none" />
    <rect x="50" y="64" width="44" height="54" rx="4" className="fill-accent-soft" />
    <Portrait x={72} y={118} />
    <path d="M108 70h56" />
    <TextLines d="M108 84h78M108 98h64" />
    <path d="M108 118h10m6 0h10m6 0h10m6 0h10" className="stroke-accent" strokeWidth="5" />
  </Illustration>
)

export const DigitalPermitPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <rect x="80" y="10" width="80" height="140" rx="14" className="fill-card" />
    <path d="M112 20h16" />
    <rect x="90" y="32" width="60" height="76" rx="6" className="fill-accent-soft" />
    <Portrait x={120} y={88} scale={0.9} />
    <path d="M102 98h36" className="stroke-ink-3" />
    <rect x="90" y="118" width="60" height="18" rx="9" className="fill-accent" />
    <path d="m114 127 4.5 4 8-8" className="stroke-white" />
    <path d="M172 54a26 26 0 0 1 0 44M184 44a42 42 0 0 1 0 64" className="stroke-gold" />
    <path d="M68 54a26 26 0 0 0 0 44M56 44a42 42 0 0 0 0 64" className="stroke-gold" />
  </Illustration>
)

export const ParcelPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <path d="M18 66h34M10 84h36M24 102h26" className="stroke-accent-line" />
    <path d="m66 50 66-24 68 22v70l-66 26-68-26z" className="fill-card" />
    <path d="m66 50 68 24v70l-68-26z" className="fill-accent-soft" />
    <path d="m134 74 66-26M134 74v70" />
    <path d="m98 38 68 23v24l-14 5V66L84 43" className="fill-gold" />
    <rect x="80" y="84" width="36" height="28" rx="2" className="fill-card" />
    <TextLines d="M87 93h22M87 103h14" />
  </Illustration>
)

/** An empty road. */
export const EmptyRoadPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <circle cx="176" cy="46" r="16" className="fill-gold stroke-none" />
    <path
      d="M10 84c30-22 48-30 66-30 22 0 34 26 58 26 22 0 36-24 56-24 14 0 26 12 40 28"
      className="fill-accent-soft"
    />
    <path d="M10 84h220" />
    <path d="M108 84 58 150h124l-50-66z" className="fill-card" />
    <path d="M120 92v7m0 11v11m0 13v14" className="stroke-gold" strokeWidth="4" />
    <path d="M196 134v-30m-13-10h26l8 6-8 6h-26z" className="fill-card" />
    <path d="M28 112h18M204 148h20M22 136h12" className="stroke-accent-line" />
  </Illustration>
)
