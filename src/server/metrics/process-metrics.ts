import type * as Prometheus from 'prom-client'
import { type AnsweredRequest, answeredRequests } from '@/server/http/observe-request'
import { type MeasuredCall, measuredCalls } from '@/server/infra/measure-call'

type Prom = typeof Prometheus

/** In seconds: a read takes 2 ms, a page 10, a payment seconds. */
const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10]
/** In seconds; calls have timeouts of 5 to 30. */
const callBuckets = [0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30]

/**
 * Adds what this process does from now on to the registry: requests, calls to other services, and
 * Node's own figures. Returns a function that stops counting.
 */
export function registerProcessMetrics(
  { Histogram, collectDefaultMetrics }: Prom,
  registry: Prometheus.Registry,
): () => void {
  const requests = new Histogram({
    name: 'checkout_http_request_duration_seconds',
    help: 'Requests by route pattern, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'checkout_call_duration_seconds',
    help: 'Calls to other services, and to the storage of photos, by outcome.',
    labelNames: ['service', 'outcome'],
    buckets: callBuckets,
    registers: [registry],
  })
  const countRequest = (message: unknown) => {
    const { seconds, ...labels } = message as AnsweredRequest
    requests.observe(labels, seconds)
  }
  const countCall = (message: unknown) => {
    const { seconds, ...labels } = message as MeasuredCall
    calls.observe(labels, seconds)
  }
  answeredRequests.subscribe(countRequest)
  measuredCalls.subscribe(countCall)
  collectDefaultMetrics({ register: registry })
  return () => {
    answeredRequests.unsubscribe(countRequest)
    measuredCalls.unsubscribe(countCall)
  }
}
