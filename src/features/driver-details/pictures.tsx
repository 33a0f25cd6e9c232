import type { ComponentProps } from 'react'
import type { LicenceClassFlag } from '@/domain/data/licence-classes'
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

/** The vehicle of a licence class, as licences print it. */
export function ClassPicture({ flag }: { flag: LicenceClassFlag }) {
  const Vehicle = vehicles[flag]
  return <Vehicle />
}

export const EyePicture = ({ tone }: Pick<ComponentProps<typeof Swatch>, 'tone'>) => (
  <Swatch tone={tone} />
)
