import type { Permit } from '@/domain/destinations/permit-verdict'

/** The rules of a destination that accepts only the printed permit, for one year. */
export const oneYearPrinted: Omit<Permit, 'id' | 'slug'> = {
  from_: 'yes',
  in_: 'yes',
  validity: 1,
  digital_copy: false,
  not_recommended: false,
  recommended_license: 40,
  reviewed_at: null,
  has_note: false,
  has_details: false,
}
