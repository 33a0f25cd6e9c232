import { Illustration, type IllustrationProps, Portrait, TextLines } from '@/ui/illustration'

const Corners = () => (
  <path
    d="M64 34V22h14M176 34V22h-14M64 126v12h14M176 126v12h-14"
    className="stroke-accent"
    strokeWidth="3.5"
  />
)

export const SelfiePicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <rect x="76" y="30" width="88" height="100" rx="8" className="fill-accent-soft" />
    <Portrait x={120} y={130} scale={1.7} />
    <Corners />
  </Illustration>
)

export const LicenceFrontPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <rect x="36" y="28" width="168" height="106" rx="10" className="fill-card" />
    <rect x="50" y="54" width="46" height="58" rx="4" className="fill-accent-soft" />
    <Portrait x={73} y={112} />
    <path d="M50 42h60" strokeWidth="4" />
    <path d="M110 60h54" />
    <TextLines d="M110 74h76M110 88h66M110 102h40" />
    <rect x="172" y="38" width="18" height="12" rx="2" className="fill-gold" />
    <path d="M110 120c8-8 10 6 18-2s8 4 16-2 10 4 18 0" className="stroke-accent" />
  </Illustration>
)

export const LicenceBackPicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <rect x="36" y="28" width="168" height="106" rx="10" className="fill-card" />
    <path d="M36 42h168v16H36z" className="fill-ink" />
    <rect x="50" y="70" width="92" height="50" rx="3" className="fill-accent-soft" />
    <path d="M50 86.7h92M50 103.3h92M76 70v50M110 70v50" strokeWidth="2" />
    <path d="M56 79h12M56 95h12M56 112h12" className="stroke-accent" />
    <path d="M158 70v50m6-50v50m8-50v50m5-50v50m9-50v50" strokeWidth="3" />
  </Illustration>
)

export const SignaturePicture = (props: IllustrationProps) => (
  <Illustration {...props}>
    <rect x="30" y="34" width="180" height="92" rx="8" className="fill-card" />
    <path d="M48 108h144" className="stroke-ink-3" strokeDasharray="1 7" />
    <path
      d="M54 96c10-30 24-42 28-34 5 10-18 40-10 40 7 0 14-24 22-24 6 0-4 18 4 18 7 0 9-16 16-16 5 0-1 14 5 14 7 0 12-12 22-14"
      className="stroke-accent"
      strokeWidth="3"
    />
    <path d="m146 80-4 12 12-4 44-50-8-8z" className="fill-gold" />
    <path d="m182 38 9 8" />
  </Illustration>
)
