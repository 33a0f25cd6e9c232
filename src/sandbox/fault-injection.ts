import { z } from 'zod'
import { newId } from '@/sandbox/ids'

const REQUEST_FAULTS = [
  'delay',
  'delay_after',
  'drop_after',
  'drop_before',
  'error_500_after',
  'error_500_before',
  'status_409',
  'status_429',
] as const
const WEBHOOK_FAULTS = ['duplicate_webhooks', 'hold_webhooks'] as const

export type RequestFault = (typeof REQUEST_FAULTS)[number]
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

const ruleSchema = z.strictObject({
  fault: z.enum([...REQUEST_FAULTS, ...WEBHOOK_FAULTS]),
  match: z
    .strictObject({
      method: z.string().optional(),
      /** Prefix of the path, or a regular expression. */
      path: z.string().refine(isPattern).optional(),
      /** For webhook faults: prefix of the event type, or a regular expression. */
      event: z.string().refine(isPattern).optional(),
    })
    .default({}),
  delayMs: z.number().int().min(0).max(600_000).default(1000),
  /** Maximum number of uses; default: until the rules are deleted. */
  times: z.number().int().min(1).optional(),
})

export const rulesSchema = z.union([ruleSchema.transform(rule => [rule]), z.array(ruleSchema)])

export type FaultRule = z.infer<typeof ruleSchema> & { id: string; struck: number }

export interface FaultInjector {
  add(rules: z.infer<typeof rulesSchema>): void
  clear(): void
  rules(): FaultRule[]
  /** The rule that applies to this request; counts as one use. */
  matchRequest(method: string, path: string): FaultRule | undefined
  matchEvent(fault: WebhookFault, type: string): FaultRule | undefined
  /** Whether a delivery is held; once held, it stays held until the rules are deleted. */
  shouldHold(delivery: string, type: string): boolean
}

/** Faults requested by tests. They are stored in memory: a restart clears them. */
export function newFaultInjector(): FaultInjector {
  let rules: FaultRule[] = []
  const heldDeliveries = new Set<string>()
  const consume = (isMatch: (rule: FaultRule) => boolean): FaultRule | undefined => {
    const rule = rules.find(
      candidate => candidate.struck < (candidate.times ?? Infinity) && isMatch(candidate),
    )
    if (rule) rule.struck += 1
    return rule
  }
  const matchEvent = (fault: WebhookFault, type: string): FaultRule | undefined =>
    consume(rule => rule.fault === fault && matchesPattern(rule.match.event, type))

  return {
    add(newRules) {
      rules = [...rules, ...newRules.map(rule => ({ ...rule, id: newId('rule', 12), struck: 0 }))]
    },
    clear() {
      rules = []
      heldDeliveries.clear()
    },
    rules: () => rules,
    matchRequest: (method, path) =>
      consume(
        ({ fault, match }) =>
          isRequestFault(fault) &&
          (match.method ?? method).toUpperCase() === method &&
          matchesPattern(match.path, path),
      ),
    matchEvent,
    shouldHold(delivery, type) {
      if (!heldDeliveries.has(delivery) && matchEvent('hold_webhooks', type))
        heldDeliveries.add(delivery)
      return heldDeliveries.has(delivery)
    },
  }
}

function isRequestFault(fault: FaultRule['fault']): fault is RequestFault {
  return REQUEST_FAULTS.some(candidate => candidate === fault)
}

function matchesPattern(pattern: string | undefined, value: string): boolean {
  return pattern === undefined || value.startsWith(pattern) || new RegExp(pattern).test(value)
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
