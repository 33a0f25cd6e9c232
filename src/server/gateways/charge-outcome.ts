const brand = Symbol.for('ida-checkout.RefundError')

/**
 * A refund that failed; `code` of the provider's error is in its cause. `instanceof` accepts other
 * copies of the class, like that of `ApiError`.
 */
export class RefundError extends Error {
  readonly [brand] = true
  override name = 'RefundError'
  /** True if the provider has answered: it may repeat that answer under the same key. */
  isAnswered: boolean
  /** The provider's code if it has refused: no money was moved. Undefined if the result is unknown. */
  refusal: string | undefined

  constructor(
    cause: unknown,
    { isAnswered, refusal }: { isAnswered: boolean; refusal?: string | undefined },
  ) {
    super('the provider did not confirm a refund', { cause })
    this.isAnswered = isAnswered
    this.refusal = refusal
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && brand in value
  }
}

/** A charge's outcome at the provider; `unknown` means it may or may not have happened. */
export type ChargeOutcome =
  | { status: 'succeeded'; ref: string; amount: number; currency: string; paidWith: string | null }
  | { status: 'requires_action'; ref: string; clientSecret: string }
  | { status: 'processing'; ref: string }
  | { status: 'declined'; ref: string | null; reason: string }
  | { status: 'cancelled'; ref: string }
  /** The provider does not know the charge. */
  | { status: 'none' }
  /** The provider refused, or could not be reached before the charge: nothing was charged. */
  | { status: 'refused'; reason: string }
  | { status: 'unknown' }
