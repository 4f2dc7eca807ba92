import { Counter, Registry } from 'prom-client';

/** This process's metrics of deliveries and of the services that make them. */
export const deliveryMetrics = new Registry();

/** The outcome of each attempt in this process: sent, failed, dropped, or queued for a retry. */
export const deliveriesTried = new Counter({
  name: 'firstbell_delivery_tries_total',
  help: 'Attempts to deliver a notification, by channel and outcome.',
  labelNames: ['channel', 'outcome'],
  registers: [deliveryMetrics],
});

/** The calls of strangers to addresses that only a service may call. */
export const unsignedCalls = new Counter({
  name: 'firstbell_unsigned_calls_total',
  help: 'Calls refused because their signature by a service was missing or wrong, by route.',
  labelNames: ['route', 'signature'],
  registers: [deliveryMetrics],
});
