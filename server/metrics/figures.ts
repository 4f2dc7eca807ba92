/** What a figure is told apart by. Values are ours alone (routes, channels, states), never what somebody sent. */
type Labels = Readonly<Record<string, string | number>>;

/** A figure that only rises. */
export type Counter = { count(labels: Labels, by?: number): void; text(): string };

/** 'method="GET",route="/api/user"': for every request once or twice, so without a list in between. */
function labelled(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${labels[name]}"`;
  return text;
}
const withLabels = (name: string, labels: string) => (labels === '' ? name : `${name}{${labels}}`);
const head = (name: string, help: string, type: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

/** A counter as Prometheus reads it. */
export function counter(name: string, help: string): Counter {
  const sums = new Map<string, number>();
  return {
    count: (labels, by = 1) => {
      const key = labelled(labels);
      sums.set(key, (sums.get(key) ?? 0) + by);
    },
    text: () =>
      head(name, help, 'counter') + [...sums].map(([labels, sum]) => `${withLabels(name, labels)} ${sum}\n`).join(''),
  };
}

/** Durations in seconds, counted by how long they took. */
export type Histogram = { observe(labels: Labels, seconds: number): void; text(): string };

/** From 5 ms, which nobody notices, to the 5 s in which every call answers. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A histogram as Prometheus reads it. */
export function histogram(name: string, help: string): Histogram {
  const series = new Map<string, { buckets: number[]; sum: number; count: number }>();
  return {
    observe: (labels, seconds) => {
      const key = labelled(labels);
      let one = series.get(key);
      if (one === undefined) series.set(key, (one = { buckets: bounds.map(() => 0), sum: 0, count: 0 }));
      one.sum += seconds;
      one.count += 1;
      const place = bounds.findIndex((bound) => seconds <= bound);
      if (place >= 0) one.buckets[place] = (one.buckets[place] ?? 0) + 1;
    },
    text: () => {
      const lines = [...series].map(([labels, { buckets, sum, count }]) => {
        let below = 0;
        const steps = buckets.map(
          (here, place) => `${name}_bucket{${labels},le="${bounds[place]}"} ${(below += here)}\n`,
        );
        return `${steps.join('')}${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`;
      });
      return head(name, help, 'histogram') + lines.join('');
    },
  };
}

/** Figures of one name that are read at the moment when they are asked for. */
export function gauge(name: string, help: string, values: readonly { labels?: Labels; value: number }[]): string {
  return (
    head(name, help, 'gauge') +
    values.map(({ labels = {}, value }) => `${withLabels(name, labelled(labels))} ${value}\n`).join('')
  );
}

/** What became of each try to deliver a notice in this process: sent, failed, dropped, or queued to be tried again. */
export const deliveriesTried = counter(
  'firstbell_delivery_tries_total',
  'Tries to deliver a notice, by channel and what became of them.',
);
