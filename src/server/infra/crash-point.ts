/**
 * Points at which tests kill the process to prove that nothing is lost, in the order of a payment.
 */
export type CrashPoint =
  | 'migrated'
  | 'attempt_committed'
  | 'charged'
  | 'answer_uncommitted'
  | 'cards_off'
  | 'capture_taken'
  | 'order_paid'
  | 'settled'
  | 'refunded'
  | 'order_refunded'
  | 'event_verified'
  | 'event_acted'
  | 'sweeping'
  | 'message_sent'
  | 'upload_part_stored'
  | 'file_half_written'
  | 'file_stored'

/** FAILPOINT works only in the sandbox, where no money can be lost. */
const isEnabled = process.env['PAYMENTS'] === 'sandbox'

/** Kills this process with SIGKILL, like a power cut, if FAILPOINT names this point. */
export function crashAt(name: CrashPoint): void {
  if (isEnabled && process.env['FAILPOINT'] === name) process.kill(process.pid, 'SIGKILL')
}
