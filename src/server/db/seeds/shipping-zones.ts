import type { CountryCode } from '@/domain/data/countries'

export type ShippingZone =
  | 'north_america'
  | 'europe'
  | 'uk'
  | 'asia_pacific'
  | 'middle_east'
  | 'rest'
  | 'post_only'

const zoneCountries: Record<ShippingZone, string> = {
  north_america: 'US CA MX PR VI',
  uk: 'GB GG IM JE',
  europe:
    'AD AL AT AX BA BE BG CH CY CZ DE DK EE ES FI FO FR GI GR HR HU IE IS IT LI LT LU LV MC MD ' +
    'ME MK MT NL NO PL PT RO RS SE SI SJ SK SM UA VA XK',
  asia_pacific:
    'AS AU BD BN BT CC CN CX FJ GU HK ID IN JP KH KR LA LK MM MN MO MP MV MY NC NF NP NZ PF PG ' +
    'PH PK SG TH TL TW VN',
  middle_east: 'AE BH EG IL IQ JO KW LB OM PS QA SA TR YE',
  rest:
    'AF AG AI AM AO AR AW AZ BB BF BI BJ BL BM BO BQ BR BS BW BZ CD CF CG CI CK CL CM CO CR CU ' +
    'CV CW DJ DM DO DZ EC EH ER ET FM GA GD GE GF GH GL GM GN GP GQ GT GW GY HN HT JM KE KG KI ' +
    'KM KN KY KZ LC LR LS LY MA MF MG MH ML MQ MR MS MU MW MZ NA NE NG NI NR NU PA PE PM PW PY ' +
    'RE RW SB SC SD SL SN SO SR SS ST SV SX SZ TC TD TG TJ TM TN TO TT TV TZ UG UY UZ VC VE VG ' +
    'VU WF WS YT ZA ZM ZW',
  // Couriers do not deliver there; the post does.
  post_only: 'BY FK PN RU SH TK',
}

/** Each country's delivery zone; a country without one gets no deliveries. */
export const shippingZones = Object.fromEntries(
  Object.entries(zoneCountries).flatMap(([zone, codes]) =>
    codes.split(' ').map(code => [code, zone]),
  ),
) as Readonly<Partial<Record<CountryCode, ShippingZone>>>
