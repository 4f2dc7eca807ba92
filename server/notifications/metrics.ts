import { Counter, Registry } from 'prom-client';

/** The figures of deliveries in this process, for the metrics page. */
export const deliveryMetrics = new Registry();

/** What became of each try to deliver a notice in this process: sent, failed, dropped, or queued to be tried again. */
export const deliveriesTried = new Counter({
  name: 'firstbell_delivery_tries_total',
  help: 'Attempts to deliver a notification, by channel and outcome.',
  labelNames: ['channel', 'outcome'],
  registers: [deliveryMetrics],
});
