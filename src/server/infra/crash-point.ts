/** Places at which a process may be killed to prove that nothing is lost there, in the order a payment meets them. */
export type CrashPoint =
  | 'migrated'
  | 'attempt_committed'
  | 'charged'
  | 'answer_uncommitted'
  | 'cards_off'
  | 'capture_taken'
  | 'order_paid'
  | 'settled'
  | 'event_verified'
  | 'event_acted'
  | 'sweeping'
  | 'message_sent'
  | 'file_half_written'
  | 'file_stored'

/** Only where no money can be lost: anywhere else the variable means nothing. */
const isEnabled = process.env.PAYMENTS === 'sandbox'

/** Kills this process on the spot, as a power cut would, when FAILPOINT names the place. */
export function crashAt(name: CrashPoint): void {
  if (isEnabled && process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL')
}
