/** What the provider says of a charge; `unknown` means it may or may not have happened. */
export type ChargeOutcome =
  | { status: 'succeeded'; ref: string; amount: number; currency: string; paidWith: string | null }
  | { status: 'requires_action'; ref: string; clientSecret: string }
  | { status: 'processing'; ref: string }
  | { status: 'declined'; ref: string | null; reason: string }
  | { status: 'cancelled'; ref: string }
  /** The provider never heard of it. */
  | { status: 'none' }
  /** The provider answered that it did nothing, or could not be reached at all. */
  | { status: 'refused'; reason: string }
  | { status: 'unknown' }
