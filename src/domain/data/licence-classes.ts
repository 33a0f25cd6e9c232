/**
 * The vehicle classes of the 1949 convention by their wire names. Other conventions use the same
 * letters for other vehicles, so a class is stored by its flag, never by its letter.
 */
export const licenceClasses = [
  { flag: 'a_motorcycle', letter: 'A' },
  { flag: 'b_passenger_car', letter: 'B' },
  { flag: 'c_vehicle_over_7700_lbs', letter: 'C' },
  { flag: 'd_vehicle_over_8_seats', letter: 'D' },
  { flag: 'e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054', letter: 'E' },
] as const

export type LicenceClassFlag = (typeof licenceClasses)[number]['flag']

export type LicenceClassFlags = Partial<Record<LicenceClassFlag, boolean>>

/** Whether at least one class is ticked. */
export function hasLicenceClass(flags: LicenceClassFlags): boolean {
  return licenceClasses.some(({ flag }) => flags[flag] === true)
}

/** Whether class E, the heavy trailer, is ticked without B, C or D to pull it. */
export function isTrailerWithoutVehicle(flags: LicenceClassFlags): boolean {
  if (!flags.e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054) return false
  return !(flags.b_passenger_car || flags.c_vehicle_over_7700_lbs || flags.d_vehicle_over_8_seats)
}
