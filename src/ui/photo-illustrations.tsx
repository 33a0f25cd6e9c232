import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Illustration, type IllustrationProps, Portrait, TextLines } from '@/ui/illustration'

/** A picture as a camera takes it, clipped at its edges. */
const Photo = ({
  backgroundClass,
  children,
  ...props
}: IllustrationProps & { backgroundClass: string; children: ReactNode }) => (
  <Illustration {...props}>
    <svg
      x="2"
      y="2"
      width="236"
      height="156"
      viewBox="0 0 216 140"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="216" height="140" stroke="none" className={backgroundClass} />
      {children}
    </svg>
    <path
      d="M-6-6h252v172H-6zM14 2A12 12 0 0 0 2 14v132a12 12 0 0 0 12 12h212a12 12 0 0 0 12-12V14A12 12 0 0 0 226 2z"
      fillRule="evenodd"
      stroke="none"
      className="fill-card"
    />
    <rect x="2" y="2" width="236" height="156" rx="12" />
  </Illustration>
)

/** A selfie as it is printed: head and shoulders. */
export const SelfieGood = ({ className }: IllustrationProps) => (
  <svg
    viewBox="0 0 96 120"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    className={className}
  >
    <path d="M0 0h96v120H0z" fill="#dfe8e5" />
    <path
      d="M24.5 54c-1.5-21 8-33 23.5-33s25 12 23.5 33c-1 14 1 24 4 33 .8 2.6-1 4.5-4 5-13 2-34 2-47 0-3-.5-4.8-2.4-4-5 3-9 5-19 4-33z"
      fill="#40302b"
    />
    <path d="M2 120c1-20 15-27 36-31.5h20C79 93 93 100 94 120z" className="fill-accent" />
    <path d="M36.5 88.8 48 105l11.5-16.2L56 86H40z" className="fill-white" />
    <path d="M40 68h16v20c-3 7.5-13 7.5-16 0z" fill="#e2ad8d" />
    <path
      d="M30.5 50c0-13 7-21 17.5-21s17.5 8 17.5 21c0 15.5-8.5 27.5-17.5 27.5S30.5 65.5 30.5 50z"
      fill="#f1c7a9"
    />
    <path
      d="M28 57c-3-21 6-32 20-32s23 11 20 32c-2-9-6-15-11-19-8 5-16 6.5-23 6-3 3.5-5 7.5-6 13z"
      fill="#40302b"
    />
    <path
      d="M36.5 50.8c2-1.5 5-1.5 7-.2m9 0c2-1.3 5-1.3 7 .2m-19 4.4h.1m14.9 0h.1"
      fill="none"
      stroke="#22283c"
      strokeWidth="2"
      strokeLinecap="round"
    />
    <path
      d="M43 68.2c3 2.2 7 2.2 10 0"
      fill="none"
      stroke="#b65b50"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  </svg>
)

/** In the dark, in the corner and with sunglasses. */
export const SelfieDark = ({ className }: IllustrationProps) => (
  <svg
    viewBox="0 0 96 120"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    className={className}
  >
    <path d="M0 0h96v120H0z" fill="#6d6a63" />
    <path d="M0 70h96v50H0z" fill="#59564f" />
    <g transform="translate(-14 22) rotate(-8 48 60)">
      <path d="M2 120c1-20 15-27 36-31h20c21 4 35 11 36 31z" fill="#39433f" />
      <ellipse cx="48" cy="54" rx="18" ry="24" fill="#8d7768" />
      <path
        d="M29 54c-3-20 6-30 19-30s22 10 19 30c-3-9-7-13-11-16-8 4-16 5-22 5-2 3-4 6-5 11z"
        fill="#2d2623"
      />
      <path d="M33 50h12v7H34zM51 50h12l-1 7H51zM45 51h6v2h-6z" fill="#17181c" />
    </g>
  </svg>
)

const tableBackground = 'fill-ink-2'
const paperBackground = 'fill-card'

const Front = () => (
  <>
    <rect x="24" y="20" width="168" height="100" rx="9" className="fill-card" />
    <rect x="36" y="44" width="44" height="58" rx="4" className="fill-accent-soft" />
    <Portrait x={58} y={102} />
    <path d="M36 33h60" strokeWidth="4" />
    <path d="M94 52h56" />
    <TextLines d="M94 66h80M94 80h68M94 94h44" />
    <rect x="160" y="29" width="18" height="12" rx="2" className="fill-gold" />
    <path d="M94 108c8-8 10 6 18-2s8 4 16-2 10 4 18 0" className="stroke-accent" />
  </>
)

export const FrontGood = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={tableBackground}>
    <Front />
  </Photo>
)

export const FrontCut = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={tableBackground}>
    <g transform="translate(66 -30) rotate(14)">
      <Front />
    </g>
  </Photo>
)

const Back = () => (
  <>
    <rect x="24" y="20" width="168" height="100" rx="9" className="fill-card" />
    <path d="M24 33h168v15H24z" className="fill-ink" />
    <rect x="36" y="58" width="92" height="50" rx="3" className="fill-accent-soft" />
    <path d="M36 74.7h92M36 91.3h92M62 58v50M96 58v50" strokeWidth="2" />
    <path d="M42 67h12M42 83h12M42 100h12" className="stroke-accent" />
    <path d="M144 58v50m6-50v50m8-50v50m5-50v50m9-50v50" strokeWidth="3" />
  </>
)

export const BackGood = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={tableBackground}>
    <Back />
  </Photo>
)

export const BackCovered = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={tableBackground}>
    <Back />
    <path
      d="M70 150c-8-30-6-52 4-72 6-11 22-9 21 5-1 12-8 20-8 32 12-3 24-2 29 6 4 8 4 18 0 29z"
      className="fill-accent-line"
    />
    <path d="M78 84c3-5 11-5 12 1" />
  </Photo>
)

const signaturePath =
  'M0 0c10-30 24-42 28-34 5 10-18 40-10 40 7 0 14-24 22-24 6 0-4 18 4 18 7 0 9-16 16-16 5 0-1 14 5 14 7 0 12-12 22-14 8-2 16 2 24-2'

const Signature = ({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) => (
  <path
    d={signaturePath}
    transform={`translate(${x} ${y}) scale(${scale})`}
    strokeWidth="3.5"
    className="stroke-accent-strong"
  />
)

export const SignatureGood = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={paperBackground}>
    <Signature x={42} y={84} scale={1.2} />
  </Photo>
)

export const SignatureCrowded = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={paperBackground}>
    <TextLines d="M20 22h150M20 38h176M20 54h120M20 108h176M20 124h96" />
    <Signature x={60} y={92} />
  </Photo>
)

/** Pictogram of a photo that is still missing. */
const Slot = ({ d, className }: IllustrationProps & { d: string }) => (
  <svg
    viewBox="0 0 90 70"
    aria-hidden="true"
    fill="none"
    strokeWidth="2.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={classNames('stroke-ink-2', className)}
  >
    <path d={d} />
  </svg>
)

export const SelfieSlot = (props: IllustrationProps) => (
  <Slot
    {...props}
    d="M56 28a11 11 0 1 1-22 0 11 11 0 0 1 22 0zM24 60c1-14 10-18 21-18s20 4 21 18"
  />
)

const cardPath = 'M22 18h46a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z'

export const FrontSlot = (props: IllustrationProps) => (
  <Slot {...props} d={`${cardPath}M26 28h12v16H26zM46 29h18M46 36h18M46 43h12`} />
)

export const BackSlot = (props: IllustrationProps) => (
  <Slot {...props} d={`${cardPath}M18 27h54M26 37h18M26 45h12M56 36v10M61 36v10M66 36v10`} />
)

export const SignatureSlot = (props: IllustrationProps) => (
  <Slot
    {...props}
    d="M20 46c5-2 10-17 12-21 2-4 5-1 2 6-2 6-4 13-2 15 3 2 6-9 9-9 3 0-2 8 1 9 4 0 5-9 9-9 3 0-2 8 2 9 5 0 7-4 14-5"
  />
)
