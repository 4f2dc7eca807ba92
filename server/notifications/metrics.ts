import { Counter, Registry } from 'prom-client';

/** This process's delivery metrics. */
export const deliveryMetrics = new Registry();

/** The outcome of each attempt in this process: sent, failed, dropped, or queued for a retry. */
export const deliveriesTried = new Counter({
  name: 'firstbell_delivery_tries_total',
  help: 'Attempts to deliver a notification, by channel and outcome.',
  labelNames: ['channel', 'outcome'],
  registers: [deliveryMetrics],
});
