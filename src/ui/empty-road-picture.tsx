import { Illustration, type IllustrationProps } from '@/ui/illustration'

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
