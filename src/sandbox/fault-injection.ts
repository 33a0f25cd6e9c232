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
      /** The path's beginning, or a regular expression. */
      path: z.string().refine(isPattern).optional(),
      /** For the webhook faults: the type's beginning, or a regular expression. */
      event: z.string().refine(isPattern).optional(),
    })
    .default({}),
  delayMs: z.number().int().min(0).max(600_000).default(1000),
  /** How often it strikes; without it, until the rules are deleted. */
  times: z.number().int().min(1).optional(),
})

export const rulesSchema = z.union([ruleSchema.transform(rule => [rule]), z.array(ruleSchema)])

export type Rule = z.infer<typeof ruleSchema> & { id: string; struck: number }

export interface Chaos {
  add(rules: z.infer<typeof rulesSchema>): void
  clear(): void
  rules(): Rule[]
  /** The rule that strikes this request, counted as used. */
  takeRequest(method: string, path: string): Rule | undefined
  takeEvent(fault: WebhookFault, type: string): Rule | undefined
  /** Whether a delivery is held back; once held, it stays so until the rules are deleted. */
  holds(delivery: string, type: string): boolean
}

/** Faults asked for by tests. They live in memory: a restart heals everything. */
export function newChaos(): Chaos {
  let rules: Rule[] = []
  const held = new Set<string>()
  const take = (isMatch: (rule: Rule) => boolean): Rule | undefined => {
    const rule = rules.find(one => one.struck < (one.times ?? Infinity) && isMatch(one))
    if (rule) rule.struck += 1
    return rule
  }
  const takeEvent = (fault: WebhookFault, type: string): Rule | undefined =>
    take(rule => rule.fault === fault && isAt(rule.match.event, type))

  return {
    add(more) {
      rules = [...rules, ...more.map(rule => ({ ...rule, id: newId('rule', 12), struck: 0 }))]
    },
    clear() {
      rules = []
      held.clear()
    },
    rules: () => rules,
    takeRequest: (method, path) =>
      take(
        ({ fault, match }) =>
          isRequestFault(fault) &&
          (match.method ?? method).toUpperCase() === method &&
          isAt(match.path, path),
      ),
    takeEvent,
    holds(delivery, type) {
      if (!held.has(delivery) && takeEvent('hold_webhooks', type)) held.add(delivery)
      return held.has(delivery)
    },
  }
}

function isRequestFault(fault: Rule['fault']): fault is RequestFault {
  return REQUEST_FAULTS.some(one => one === fault)
}

function isAt(pattern: string | undefined, value: string): boolean {
  return pattern === undefined || value.startsWith(pattern) || new RegExp(pattern).test(value)
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
