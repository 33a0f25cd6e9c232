import type { ReactNode } from 'react'
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

const lightBackground = 'fill-accent-soft'
const tableBackground = 'fill-ink-2'
const paperBackground = 'fill-card'

export const SelfieGood = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={lightBackground}>
    <Portrait x={108} y={141} scale={2.5} />
  </Photo>
)

export const SelfieCovered = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass="fill-track">
    <Portrait x={108} y={141} scale={2.5} />
    <path d="M76 44c4-34 60-34 64 0l26 5H72z" className="fill-ink-3" />
    <path
      d="M84 54h20v5c0 12-18 12-19 0zm28 0h20l-1 5c-1 12-19 12-19 0zM104 56h8"
      className="fill-ink"
    />
  </Photo>
)

export const SelfieFar = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={lightBackground}>
    <path d="M0 108h216M30 108V40h52v68M150 108V26h40v82" className="stroke-ink-3" />
    <Portrait x={112} y={132} scale={0.75} />
  </Photo>
)

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

export const FrontGlare = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={tableBackground}>
    <Front />
    <circle cx="134" cy="74" r="40" stroke="none" className="fill-gold-soft" />
    <circle cx="134" cy="74" r="25" stroke="none" className="fill-white" />
    <path d="M134 40V26M134 108v14M100 74H86M168 74h14" className="stroke-gold" />
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

export const BackBlurred = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={tableBackground}>
    <g opacity=".3" transform="translate(-7 4)">
      <Back />
    </g>
    <g opacity=".3" transform="translate(7 -4)">
      <Back />
    </g>
    <g opacity=".35">
      <Back />
    </g>
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

export const SignatureTiny = (props: IllustrationProps) => (
  <Photo {...props} backgroundClass={paperBackground}>
    <g strokeWidth="8">
      <Signature x={90} y={80} scale={0.32} />
    </g>
  </Photo>
)
