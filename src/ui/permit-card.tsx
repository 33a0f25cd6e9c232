import type { ReactNode } from 'react'
import { type PictureSource, usePicture } from '@/ui/picture-source'

/** What the card shows, in the words and letters that are printed. Days are `yyyy-mm-dd`. */
export interface PermitCardProps {
  /** Describes the card: it is a picture. */
  label: string
  givenName: string
  familyName: string
  birth: string
  classes: { letter: string; isHeld: boolean }[]
  validFrom: string
  validUntil: string
  photo: PictureSource | undefined
  signature: PictureSource | undefined
}

/**
 * The permit card as it is printed: in English, from left to right, with our logo and colours, and
 * with the words that it is a private translation. It must never look like a state's document.
 */
export const PermitCard = ({ label, classes, photo, signature, ...facts }: PermitCardProps) => (
  <div dir="ltr" lang="en">
    <svg
      viewBox="0 0 428 270"
      role="img"
      aria-label={label}
      className="block h-auto w-full rounded-[4.4%/7%] bg-[#fcfcf9] shadow-lifted"
    >
      <g fill="none" strokeWidth="1.5" strokeOpacity=".07" className="stroke-accent">
        {[80, 98, 116, 134].map(radius => (
          <path key={radius} d={drawRing(radius)} />
        ))}
      </g>
      <CardHeader />
      <CardPhoto source={photo} />
      <g fontSize="10.5" className="fill-ink-2">
        <text x="152" y="88">
          Name
        </text>
        <text x="152" y="129">
          Date of birth
        </text>
        <text x="284" y="129">
          Number
        </text>
        <text x="152" y="164">
          Classes
        </text>
        <text x="152" y="215">
          Valid
        </text>
        <text x="408" y="215" textAnchor="end">
          Signature
        </text>
        <text x="20" y="254">
          Private translation. Carry it with your driver’s license.
        </text>
      </g>
      <CardFacts {...facts} />
      {classes.map(({ letter, isHeld }, index) => (
        <LicenceClass key={letter} letter={letter} isHeld={isHeld} x={152 + index * 31} />
      ))}
      <path d="M318 201h90" className="stroke-control" strokeWidth="1" />
      {signature && (
        <CardPicture
          source={signature}
          x={318}
          y={160}
          width={90}
          height={38}
          preserveAspectRatio="xMidYMax meet"
          className="mix-blend-multiply"
        />
      )}
    </svg>
  </div>
)

/** A circle around a point near the bottom corner, as far as it is on the card. */
function drawRing(radius: number): string {
  const reach = Math.round(Math.sqrt(radius ** 2 - 56 ** 2))
  return `M428 ${214 - reach}A${radius} ${radius} 0 0 0 ${372 - reach} 270`
}

const CardHeader = () => (
  <>
    <path d="M0 0h428v60H0z" className="fill-accent" />
    <path d="M0 60h428v3H0z" className="fill-gold" />
    <rect x="20" y="15" width="30" height="30" rx="8" className="fill-white" />
    <g transform="translate(20 15)" fill="none" strokeWidth="2" strokeLinecap="round">
      <path d="M10 24 13.4 6h3.2L20 24" className="stroke-accent" />
      <path d="M15 9.5v2.2M15 14.6v2.8M15 20.4V23" className="stroke-warn" />
    </g>
    <text x="62" y="28" fontSize="16" fontWeight="700" className="fill-white">
      International Driving Permit
    </text>
    <text x="62" y="46" fontSize="12.5" className="fill-accent-soft">
      Translation of a driver’s license
    </text>
  </>
)

type CardFactsProps = Pick<
  PermitCardProps,
  'givenName' | 'familyName' | 'birth' | 'validFrom' | 'validUntil'
>

const CardFacts = ({ givenName, familyName, birth, validFrom, validUntil }: CardFactsProps) => (
  <g className="fill-ink" fontWeight="600">
    <CardName givenName={givenName} familyName={familyName} />
    <text x="152" y="146" fontSize="14.5">
      {formatCardDay(birth)}
    </text>
    {/* A placeholder: an order has no number yet. */}
    <text x="284" y="146" fontSize="14.5" className="fill-ink-3">
      IDP-0000-0000
    </text>
    <text x="152" y="232" fontSize="13">
      {formatCardDay(validFrom)} – {formatCardDay(validUntil)}
    </text>
  </g>
)

/** The space of the name, in units of the card. */
const nameWidth = 256

/** One line, or two lines for a long name; a very long one is small, but whole. */
function CardName({ givenName, familyName }: Pick<PermitCardProps, 'givenName' | 'familyName'>) {
  const fullName = `${givenName} ${familyName}`.trim()
  const lines = findFontSize(fullName) >= 16 ? [fullName] : [givenName, familyName]
  const maxSize = lines.length === 1 ? 21 : 14.5
  const baselines = lines.length === 1 ? [110] : [102, 117]
  return lines.map((line, index) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: both names may be the same
      key={index}
      x="152"
      y={baselines[index]}
      fontSize={Math.min(maxSize, findFontSize(line))}
      fontWeight="700"
    >
      {line}
    </text>
  ))
}

/** The largest size at which a text of bold letters fits, from their widths in a wide typeface. */
const findFontSize = (text: string): number =>
  nameWidth / [...text].reduce((sum, letter) => sum + estimateWidth(letter), 0.1)

/** In ems. */
function estimateWidth(letter: string): number {
  if (/[\u1100-\uffffmw]/i.test(letter)) return 1.05
  if (/[fijlt .'’-]/.test(letter)) return 0.48
  return letter === letter.toLowerCase() ? 0.71 : 0.8
}

const LicenceClass = ({ letter, isHeld, x }: { letter: string; isHeld: boolean; x: number }) => (
  <>
    <rect
      x={x}
      y="170"
      width="26"
      height="26"
      rx="7"
      strokeWidth="1.5"
      className={isHeld ? 'fill-accent stroke-accent' : 'fill-none stroke-control/60'}
    />
    <text
      x={x + 13}
      y="188.5"
      fontSize="15"
      fontWeight="700"
      textAnchor="middle"
      className={isHeld ? 'fill-white' : 'fill-ink-3'}
    >
      {letter}
    </text>
  </>
)

/** The photo, or a figure in its place. */
const CardPhoto = ({ source }: { source: PictureSource | undefined }) =>
  source ? (
    <CardPicture
      source={source}
      x={20}
      y={82}
      width={112}
      height={140}
      preserveAspectRatio="xMidYMid slice"
      className="[clip-path:inset(0_round_10px)]"
    />
  ) : (
    <>
      <rect
        x="21"
        y="83"
        width="110"
        height="138"
        rx="10"
        strokeWidth="1.5"
        strokeDasharray="5 4"
        className="fill-accent-soft stroke-accent-line"
      />
      <path
        d="M36 212c2-32 20-40 40-40s38 8 40 40zM76 164a24 24 0 1 0 0-48 24 24 0 0 0 0 48z"
        className="fill-accent-line"
      />
    </>
  )

interface CardPictureProps {
  source: PictureSource
  x: number
  y: number
  width: number
  height: number
  preserveAspectRatio: string
  className: string
}

function CardPicture({ source, ...picture }: CardPictureProps): ReactNode {
  const { src, ref } = usePicture(source)
  return <image {...picture} {...(src ? { href: src } : { ref })} />
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `14 Mar 1991`; empty for no day. */
function formatCardDay(day: string): string {
  const [year, month, date] = day.split('-')
  return month && date ? `${Number(date)} ${months[Number(month) - 1]} ${year}` : ''
}
