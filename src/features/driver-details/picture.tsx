import type { EyeColor } from '@/domain/data/eye-colors'
import { Swatch } from '@/ui/swatch'
import {
  BusPictogram,
  CarPictogram,
  MotorcyclePictogram,
  TrailerPictogram,
  TruckPictogram,
} from '@/ui/vehicle-pictograms'

const vehicles = {
  a_motorcycle: MotorcyclePictogram,
  b_passenger_car: CarPictogram,
  c_vehicle_over_7700_lbs: TruckPictogram,
  d_vehicle_over_8_seats: BusPictogram,
  e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054: TrailerPictogram,
} as const

type Vehicle = keyof typeof vehicles

/** Vehicle of a licence class, as printed on licences, or a swatch of an eye colour. */
export function Picture({ subject }: { subject: Vehicle | EyeColor }) {
  if (!(subject in vehicles)) return <Swatch tone={subject as EyeColor} />
  const Pictogram = vehicles[subject as Vehicle]
  return <Pictogram />
}
