import type { ReactNode } from 'react'

/**
 * Side views of vehicles in the text colour. They face the same way as on licences in every
 * language: a licence is not mirrored either. Decorative, beside the name of the class.
 */
const Vehicle = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 64 40"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.25"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="h-auto w-12 shrink-0"
  >
    {children}
  </svg>
)

type WheelProps = { x: number; y?: number; r?: number }

const Wheel = ({ x, y = 31, r = 5.5 }: WheelProps) => (
  <>
    <circle cx={x} cy={y} r={r} className="fill-card" />
    <circle cx={x} cy={y} r={r / 4} fill="currentColor" stroke="none" />
  </>
)

const Light = ({ d }: { d: string }) => <path d={d} className="stroke-gold" strokeWidth="3" />

export const MotorcyclePictogram = () => (
  <Vehicle>
    <Wheel x={13} y={28} r={8} />
    <Wheel x={51} y={28} r={8} />
    <path d="M51 28 38 26l6-9" />
    <path d="M25 21h15l-3 8H28z" className="fill-accent-line" />
    <path d="M21.5 14.5c5.5-3.5 11.5-3 14.5 2l-3 4.5h-9z" className="fill-card" />
    <path d="M36 17c5 1 10-.5 15-4" />
    <path d="M13 28 21 12l-2-4.5h5" />
    <Light d="M17.8 14v1" />
  </Vehicle>
)

export const CarPictogram = () => (
  <Vehicle>
    <path
      d="M5 31v-7c0-2.6 1.7-4.6 4.2-5.2L17 17l8-7.2C26.4 8.6 28 8 29.7 8h10c2 0 3.8.9 5 2.5l5 6.5 5.4 1.4C57.5 19 59 21 59 23.5V31z"
      className="fill-card"
    />
    <path d="M21.5 17.5 27.7 12h6v5.5zM38.2 12h2.3l4 5.5h-6.3z" className="fill-accent-line" />
    <Light d="M7.5 23.5h1.5" />
    <Wheel x={17} />
    <Wheel x={47} />
  </Vehicle>
)

export const TruckPictogram = () => (
  <Vehicle>
    <path d="M22 6h38v25H22z" className="fill-card" />
    <path d="M3 31V20.5l3.5-8A2.5 2.5 0 0 1 8.8 11H18v20z" className="fill-card" />
    <path d="M7.2 19.5 9.6 15H14v4.5z" className="fill-accent-line" />
    <path d="M28 12.5h26" className="stroke-accent" />
    <path d="M18 27h4" />
    <Light d="M5.5 26h.5" />
    <Wheel x={11} y={32} r={5} />
    <Wheel x={41} y={32} r={5} />
    <Wheel x={53} y={32} r={5} />
  </Vehicle>
)

export const BusPictogram = () => (
  <Vehicle>
    <path d="M3 31V12c0-3 2-5 5-5h49a4 4 0 0 1 4 4v20z" className="fill-card" />
    <path
      d="M8 12.5h7v7H6.5zM20 12.5h7v7h-7zM32 12.5h7v7h-7zM44 12.5h12v7H44z"
      className="fill-accent-line"
    />
    <Light d="M5.5 26h.5" />
    <Wheel x={15} />
    <Wheel x={48} />
  </Vehicle>
)

export const TrailerPictogram = () => (
  <Vehicle>
    <path
      d="M2 31v-5.5c0-1.8 1.2-3.3 3-3.7l5-1.2 5-4.8c1-.9 2.2-1.4 3.6-1.4H26c1.5 0 2.9.7 3.7 2l3 4.5 1.3.4c1.2.4 2 1.5 2 2.8V31z"
      className="fill-card"
    />
    <path d="M14 20.5 17.7 17H24v3.5z" className="fill-accent-line" />
    <path d="M36 29h7" />
    <path d="M43 12h19v19H43z" className="fill-card" />
    <path d="M47 17.5h11" className="stroke-accent" />
    <Wheel x={10.5} y={32} r={4.5} />
    <Wheel x={29} y={32} r={4.5} />
    <Wheel x={52.5} y={32} r={4.5} />
  </Vehicle>
)
