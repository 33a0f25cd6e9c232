import { describe, expect, it } from 'vitest'
import {
  hasLicenceClass,
  isTrailerWithoutVehicle,
  type LicenceClassFlags,
  licenceClasses,
} from '@/domain/data/licence-classes'

const trailer = { e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054: true }

describe('licence classes', () => {
  it('have the letters A to E', () => {
    expect(licenceClasses.map(({ letter }) => letter).join('')).toBe('ABCDE')
    for (const { flag, letter } of licenceClasses)
      expect(flag.startsWith(`${letter.toLowerCase()}_`)).toBe(true)
  })

  it.each<[string, LicenceClassFlags, boolean, boolean]>([
    ['no class', {}, false, false],
    ['all classes unticked', { a_motorcycle: false, b_passenger_car: false }, false, false],
    ['a motorcycle', { a_motorcycle: true }, true, false],
    ['only a trailer', trailer, true, true],
    ['a trailer behind a motorcycle', { ...trailer, a_motorcycle: true }, true, true],
    ['a trailer behind a car', { ...trailer, b_passenger_car: true }, true, false],
    ['a trailer behind a truck', { ...trailer, c_vehicle_over_7700_lbs: true }, true, false],
    ['a trailer behind a bus', { ...trailer, d_vehicle_over_8_seats: true }, true, false],
  ])('%s', (_, flags, hasClass, lacksVehicle) => {
    expect(hasLicenceClass(flags)).toBe(hasClass)
    expect(isTrailerWithoutVehicle(flags)).toBe(lacksVehicle)
  })
})
