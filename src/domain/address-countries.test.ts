import { formatAddress } from 'localized-address-format'
import { describe, expect, it } from 'vitest'
import { addressFormatOf, addressIssues } from '@/domain/address'
import { hasDigitsOnly, isLikePostcode } from '@/domain/address-format'
import { addressLines } from '@/domain/address-lines'
import { emptyShipping, type Shipping } from '@/domain/customer'

interface Country {
  /** What is asked for, in order; what may stay empty is in brackets. */
  form: string
  /** What the postcode is called, where not by its usual name. */
  zip?: string
  /** What the state is called, and how many one chooses from. */
  state?: [name: string | undefined, listed: number]
  digits?: boolean
  like?: string[]
  unlike?: string[]
  address: Partial<Shipping>
  lines: string[]
}

const ana = { first_name: 'Ana', last_name: 'Silva' }

/** Addresses that exist: of town halls, museums and post offices. */
const countries: Record<string, Country> = {
  us: {
    form: 'address city state postcode',
    zip: 'zip',
    state: ['state', 59],
    digits: true,
    like: ['78701', '78701-1234', ' 78701 1234 '],
    unlike: ['7870', 'SW1A 1AA', '787011'],
    address: { address: '301 W 2nd St', city: 'Austin', state: 'TX', postcode: '78701' },
    lines: ['Ana Silva', '301 W 2nd St', 'Austin, TX 78701'],
  },
  ca: {
    form: 'address city state postcode',
    zip: 'postal',
    state: ['province', 13],
    like: ['K1A 0B1', 'k1a0b1', 'K1A-0B1'],
    unlike: ['K1A', '10115', 'D1A 0B1'],
    address: { address: '110 Laurier Ave W', city: 'Ottawa', state: 'ON', postcode: 'k1p 1j1' },
    lines: ['Ana Silva', '110 Laurier Ave W', 'Ottawa ON K1P 1J1'],
  },
  gb: {
    form: 'address city postcode',
    like: ['SW1A 1AA', 'sw1a1aa', 'M2 5BQ', 'GIR 0AA'],
    unlike: ['SW1A', '10115', 'QQ1 1AA'],
    address: { address: 'Great Russell St', city: 'London', postcode: 'wc1b 3dg' },
    lines: ['Ana Silva', 'Great Russell St', 'London', 'WC1B 3DG'],
  },
  ie: {
    form: 'address city (state) (postcode)',
    zip: 'eircode',
    state: ['county', 26],
    like: ['D01 F5P2', 'd01f5p2'],
    unlike: ['D01', '12345'],
    address: { address: "O'Connell St Lower", city: 'Dublin 1', state: 'D', postcode: 'D01 F5P2' },
    lines: ['Ana Silva', "O'Connell St Lower", 'Dublin 1', 'Co. Dublin', 'D01 F5P2'],
  },
  de: {
    form: 'address postcode city',
    digits: true,
    like: ['10117', '１０１１７', '١٠١١٧'],
    unlike: ['1011', 'D-10117', '101171'],
    address: { address: 'Unter den Linden 77', city: 'Berlin', postcode: '10117' },
    lines: ['Ana Silva', 'Unter den Linden 77', '10117 Berlin'],
  },
  at: {
    form: 'address postcode city',
    digits: true,
    like: ['1010'],
    unlike: ['10100', '101'],
    address: { address: 'Friedrich-Schmidt-Platz 1', city: 'Wien', postcode: '1010' },
    lines: ['Ana Silva', 'Friedrich-Schmidt-Platz 1', '1010 Wien'],
  },
  ch: {
    form: 'address postcode city',
    digits: true,
    like: ['8001', 'CH-8001', 'ch 8001'],
    unlike: ['80011', 'FL-8001'],
    address: { address: 'Stadthausquai 17', city: 'Zürich', postcode: 'CH-8001' },
    lines: ['Ana Silva', 'Stadthausquai 17', 'CH-8001 Zürich'],
  },
  nl: {
    form: 'address street_number postcode city',
    like: ['1071 XX', '1071xx'],
    unlike: ['1071', '0071 XX', '1071 SS'],
    address: {
      address: 'Museumstraat',
      street_number: '1',
      city: 'Amsterdam',
      postcode: '1071xx',
    },
    lines: ['Ana Silva', 'Museumstraat 1', '1071XX Amsterdam'],
  },
  fr: {
    form: 'address postcode city',
    digits: true,
    like: ['75001', '75 001'],
    unlike: ['7500', '750011'],
    address: {
      address: 'Rue de Rivoli',
      address_2: 'Bâtiment C',
      city: 'Paris',
      postcode: '75001',
    },
    lines: ['Ana Silva', 'Rue de Rivoli', 'Bâtiment C', '75001 Paris'],
  },
  it: {
    form: 'address postcode city state',
    state: ['province', 107],
    digits: true,
    like: ['00186'],
    unlike: ['186'],
    address: { address: 'Piazza del Campidoglio 1', city: 'Roma', state: 'RM', postcode: '00186' },
    lines: ['Ana Silva', 'Piazza del Campidoglio 1', '00186 Roma RM'],
  },
  es: {
    form: 'address postcode city state',
    state: ['province', 52],
    digits: true,
    like: ['28014'],
    unlike: ['2801', '280144'],
    address: { address: 'C. de Montalbán 1', city: 'Madrid', state: 'M', postcode: '28014' },
    lines: ['Ana Silva', 'C. de Montalbán 1', '28014 Madrid Madrid'],
  },
  pt: {
    form: 'address postcode city',
    digits: true,
    like: ['1100-148', '1100148', '1100 148'],
    unlike: ['1100'],
    address: { address: 'Praça do Município', city: 'Lisboa', postcode: '1100-038' },
    lines: ['Ana Silva', 'Praça do Município', '1100-038 Lisboa'],
  },
  pl: {
    form: 'address postcode city',
    digits: true,
    like: ['00-950', '00950'],
    unlike: ['0095'],
    address: { address: 'Plac Bankowy 3/5', city: 'Warszawa', postcode: '00-950' },
    lines: ['Ana Silva', 'Plac Bankowy 3/5', '00-950 Warszawa'],
  },
  se: {
    form: 'address postcode city',
    digits: true,
    like: ['111 52', '11152', 'SE-111 52'],
    unlike: ['1115'],
    address: { address: 'Hantverkargatan 1', city: 'Stockholm', postcode: '111 52' },
    lines: ['Ana Silva', 'Hantverkargatan 1', 'SE-111 52 Stockholm'],
  },
  hu: {
    form: 'city address postcode',
    digits: true,
    like: ['1052'],
    unlike: ['10522'],
    address: { address: 'Városház utca 9-11.', city: 'Budapest', postcode: '1052' },
    lines: ['Ana Silva', 'Budapest', 'Városház utca 9-11.', '1052'],
  },
  tr: {
    form: 'address postcode city (state)',
    state: ['province', 81],
    digits: true,
    like: ['34126'],
    unlike: ['3412'],
    address: { address: 'Kemalpaşa 15', city: 'Fatih', state: '34', postcode: '34126' },
    lines: ['Ana Silva', 'Kemalpaşa 15', '34126 Fatih/İstanbul'],
  },
  ru: {
    form: 'address city state postcode',
    state: ['oblast', 85],
    digits: true,
    like: ['125009'],
    unlike: ['12500'],
    address: {
      first_name: 'Анна',
      last_name: 'Смирнова',
      address: 'ул. Тверская, 13',
      city: 'Москва',
      state: 'MOW',
      postcode: '125032',
    },
    lines: ['Анна Смирнова', 'ул. Тверская, 13', 'Москва', 'Москва', '125032'],
  },
  ae: {
    form: 'address state',
    state: ['emirate', 7],
    address: { address: 'Villa 12, Al Wasl Road', state: 'DU', postcode: '00000', city: 'Dubai' },
    lines: ['Ana Silva', 'Villa 12, Al Wasl Road', 'Dubai'],
  },
  sa: {
    form: 'address city (postcode)',
    digits: true,
    like: ['11564'],
    unlike: ['115'],
    address: { address: 'King Fahd Rd 7277', city: 'Riyadh', postcode: '12212' },
    lines: ['Ana Silva', 'King Fahd Rd 7277', 'Riyadh 12212'],
  },
  eg: {
    form: 'address city (state) (postcode)',
    state: ['province', 27],
    digits: true,
    like: ['11511'],
    unlike: ['1151'],
    address: {
      first_name: 'منى',
      last_name: 'حسن',
      address: 'ميدان التحرير ١',
      city: 'القاهرة',
      state: 'C',
      postcode: '11511',
    },
    lines: ['منى حسن', 'ميدان التحرير ١', 'القاهرة', 'القاهرة', '11511'],
  },
  il: {
    form: 'address city (postcode)',
    digits: true,
    like: ['6473925', '64739'],
    unlike: ['647'],
    address: { address: 'Ibn Gabirol 69', city: 'Tel Aviv', postcode: '6416201' },
    lines: ['Ana Silva', 'Ibn Gabirol 69', 'Tel Aviv 6416201'],
  },
  in: {
    form: 'address city postcode state',
    zip: 'pin',
    state: ['state', 36],
    digits: true,
    like: ['400001', '400 001'],
    unlike: ['40001'],
    address: { address: 'Mahapalika Marg', city: 'Mumbai', state: 'MH', postcode: '400001' },
    lines: ['Ana Silva', 'Mahapalika Marg', 'Mumbai 400001', 'Maharashtra'],
  },
  jp: {
    form: 'postcode state city address',
    state: ['prefecture', 47],
    digits: true,
    like: [
      '160-0023',
      '1600023',
      '〒160-0023',
      '１６０－００２３',
      '１６０−００２３',
      '160ー0023',
      '160–0023',
    ],
    unlike: ['160-002', 'SW1A 1AA'],
    address: {
      first_name: '太郎',
      last_name: '山田',
      address: '西新宿2-8-1',
      city: '新宿区',
      state: '13',
      postcode: '〒163-8001',
    },
    lines: ['〒163-8001', '東京都', '新宿区 西新宿2-8-1', '山田 太郎'],
  },
  cn: {
    form: 'postcode state city address',
    state: ['province', 34],
    digits: true,
    like: ['100006'],
    unlike: ['10000'],
    address: {
      first_name: '芳',
      last_name: '王',
      address: '东城区正义路2号',
      city: '北京市',
      state: '11',
      postcode: '100744',
    },
    lines: ['100744', '北京市北京市', '东城区正义路2号', '王 芳'],
  },
  kr: {
    form: 'state city address postcode',
    state: ['do_si', 17],
    digits: true,
    like: ['04524'],
    unlike: ['0452'],
    address: {
      first_name: '민준',
      last_name: '김',
      address: '세종대로 110',
      city: '중구',
      state: '11',
      postcode: '04524',
    },
    lines: ['서울 중구', '세종대로 110', '김 민준', '04524'],
  },
  tw: {
    form: 'postcode state city address',
    state: ['county', 22],
    digits: true,
    like: ['110', '11008', '110008'],
    unlike: ['11', '1100'],
    address: { address: '1 City Hall Rd', city: 'Xinyi', state: 'TPE', postcode: '110' },
    lines: ['Ana Silva', '1 City Hall Rd', 'Xinyi, Taipei City 110'],
  },
  hk: {
    form: 'state (city) address',
    state: ['area', 3],
    address: { address: '2 Tim Mei Avenue', city: 'Admiralty', state: 'Hong Kong Island' },
    lines: ['Ana Silva', '2 Tim Mei Avenue', 'Admiralty', 'Hong Kong Island'],
  },
  sg: {
    form: 'address postcode',
    digits: true,
    like: ['178957'],
    unlike: ['17895'],
    address: { address: "1 St Andrew's Rd", postcode: '178957' },
    lines: ['Ana Silva', "1 St Andrew's Rd", 'SINGAPORE 178957'],
  },
  th: {
    form: 'address city (state) (postcode)',
    state: ['province', 77],
    digits: true,
    like: ['10200'],
    unlike: ['1020'],
    address: { address: '173 Dinso Rd', city: 'Phra Nakhon', state: '10', postcode: '10200' },
    lines: ['Ana Silva', '173 Dinso Rd', 'Phra Nakhon', 'Bangkok 10200'],
  },
  id: {
    form: 'address (city) state (postcode)',
    state: ['province', 34],
    digits: true,
    like: ['80361'],
    unlike: ['8036'],
    address: { address: 'Jl. Raya Kuta 1', city: 'Badung', state: 'BA', postcode: '80361' },
    lines: ['Ana Silva', 'Jl. Raya Kuta 1', 'Badung', 'Bali 80361'],
  },
  au: {
    form: 'address city state postcode',
    state: ['state', 9],
    digits: true,
    like: ['2000'],
    unlike: ['200', '20000'],
    address: { address: '483 George St', city: 'Sydney', state: 'NSW', postcode: '2000' },
    lines: ['Ana Silva', '483 George St', 'Sydney NSW 2000'],
  },
  nz: {
    form: 'address city postcode',
    digits: true,
    like: ['6011'],
    unlike: ['60111'],
    address: { address: '113 The Terrace', city: 'Wellington', postcode: '6011' },
    lines: ['Ana Silva', '113 The Terrace', 'Wellington 6011'],
  },
  br: {
    form: 'address city state postcode',
    state: ['state', 27],
    digits: true,
    like: ['01002-020', '01002020'],
    unlike: ['0100'],
    address: {
      address: 'Viaduto do Chá 15',
      city: 'São Paulo',
      state: 'SP',
      postcode: '01002-020',
    },
    lines: ['Ana Silva', 'Viaduto do Chá 15', 'São Paulo-SP', '01002-020'],
  },
  mx: {
    form: 'address postcode city state',
    state: ['state', 32],
    digits: true,
    like: ['06066'],
    unlike: ['660'],
    address: {
      address: 'Plaza de la Constitución 2',
      address_2: 'Centro',
      city: 'Cuauhtémoc',
      state: 'Puebla',
      postcode: '06066',
    },
    lines: ['Ana Silva', 'Plaza de la Constitución 2', 'Centro', '06066 Cuauhtémoc, Puebla'],
  },
  za: {
    form: 'address city postcode',
    digits: true,
    like: ['0001'],
    unlike: ['001'],
    address: { address: '40 Hertzog Blvd', city: 'Cape Town', postcode: '8001' },
    lines: ['Ana Silva', '40 Hertzog Blvd', 'Cape Town', '8001'],
  },
}

describe.each(Object.entries(countries))('an address in %s', (country, expected) => {
  const format = addressFormatOf(country)
  const address = { ...emptyShipping, ...ana, country, ...expected.address }

  it('is asked for in the order of the country, and in its words', () => {
    const form = format.fields.map(field =>
      format.required.includes(field) ? field : `(${field})`,
    )
    expect(form.join(' ')).toBe(expected.form)
    expect(format.names.postcode).toBe(expected.zip)
    expect([format.names.state, format.states.length]).toEqual(expected.state ?? [undefined, 0])
    expect(hasDigitsOnly(format)).toBe(expected.digits ?? false)
  })

  it('needs what no parcel arrives without', () => {
    expect(addressIssues(address)).toEqual([])
    const missing = addressIssues({ ...emptyShipping, ...ana, country })
    const messages = format.required.map(field => `shipping_${field}.missing`)
    expect(missing.map(({ message }) => message).sort()).toEqual(messages.sort())
  })

  it('has postcodes that look like others, and takes one that does not', () => {
    for (const postcode of expected.like ?? [])
      expect([postcode, isLikePostcode(postcode, format)]).toEqual([postcode, true])
    for (const postcode of expected.unlike ?? []) {
      expect([postcode, isLikePostcode(postcode, format)]).toEqual([postcode, false])
      expect(addressIssues({ ...address, postcode })).toEqual([])
    }
  })

  it('is written as its post writes it', () => {
    expect(addressLines(address, format, formatAddress)).toEqual(expected.lines)
  })
})

it('the table has thirty countries and more', () => {
  expect(Object.keys(countries).length).toBeGreaterThanOrEqual(30)
})
