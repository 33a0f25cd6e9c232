import type { PlanCategory } from '@/domain/catalog/plans'
import { type CurrencyCode, currencyCodes } from '@/domain/data/currencies'

interface PartnerSeed {
  name: string
  /** Null when everything is sent. */
  pickup: {
    /** Working days after printing. */
    min_delivery: number
    max_delivery: number
    /** Major units. */
    prices: Record<CurrencyCode, number>
    points: {
      id: string
      name: string
      /** Lines, without the country. */
      address: string
      /** Lower-case code. */
      country: string
      hours: string | null
    }[]
  } | null
}

const zeroPrices = Object.fromEntries(currencyCodes.map(code => [code, 0])) as Record<
  CurrencyCode,
  number
>

/** Two sample partners: the first has pickup points, the second's customers get everything sent. */
export const partners: readonly PartnerSeed[] = [
  {
    name: 'Bali Bikes',
    pickup: {
      min_delivery: 3,
      max_delivery: 5,
      prices: zeroPrices,
      points: [
        {
          id: 'bali-bikes-canggu',
          name: 'Bali Bikes Canggu',
          address: 'Jl. Pantai Batu Bolong 54\nCanggu, Bali 80361',
          country: 'id',
          hours: '08:00–20:00',
        },
        {
          id: 'bali-bikes-kuta',
          name: 'Bali Bikes Kuta',
          address: 'Jl. Raya Kuta 127\nKuta, Bali 80361',
          country: 'id',
          hours: '08:00–22:00',
        },
        {
          id: 'bali-bikes-ubud',
          name: 'Bali Bikes Ubud',
          address: 'Jl. Monkey Forest 18\nUbud, Bali 80571',
          country: 'id',
          hours: null,
        },
      ],
    },
  },
  { name: 'Northern Trails', pickup: null },
]

interface SandboxToken {
  token: string
  partner: string
  productType: PlanCategory
  years: number
  customerEmail: string
  customerFirstName: string
  customerLastName: string
}

/**
 * Sandbox tokens work any number of times where nothing is charged, and nowhere else, so they may
 * be public. The last one matches no plan, to show that error.
 */
export const sandboxTokens: readonly SandboxToken[] = [
  {
    token: 'sandbox-bikes-printed-3-years-aaaaaaaaaaaaa',
    partner: 'Bali Bikes',
    productType: 'physical',
    years: 3,
    customerEmail: 'wayan.putra@example.com',
    customerFirstName: 'Wayan',
    customerLastName: 'Putra',
  },
  {
    token: 'sandbox-trails-digital-1-year-aaaaaaaaaaaaa',
    partner: 'Northern Trails',
    productType: 'digital',
    years: 1,
    customerEmail: 'kari.nordmann@example.com',
    customerFirstName: 'Kari',
    customerLastName: 'Nordmann',
  },
  {
    token: 'sandbox-trails-printed-9-years-aaaaaaaaaaaa',
    partner: 'Northern Trails',
    productType: 'physical',
    years: 9,
    customerEmail: '',
    customerFirstName: '',
    customerLastName: '',
  },
]
