import { live } from '#contract/live.ts';
import { until } from '#test/until.ts';

/** A received event. */
type Heard = { name: string; data: { topic?: string; id?: number }; at: number };

/** An open event stream, and what it has received. */
export type Events = {
  heard: Heard[];
  /** Waits for an event with this name, and this topic and id if given. */
  wait(name: string, topic?: string, id?: number): Promise<Heard>;
  /** Returns whether the server has ended it. */
  isOver(): boolean;
  headers: Headers;
  close(): void;
};

/** Opens the stream of the person with this cookie and waits until it is established. */
export async function openEvents(url: string, cookie: string | null, age?: number): Promise<Events> {
  const leaving = new AbortController();
  const response = await fetch(`${url}${live.path}${age === undefined ? '' : `?age=${age}`}`, {
    headers: { cookie: cookie ?? '' },
    signal: leaving.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`The stream answered ${response.status}: ${await response.text()}`);
  const heard: Heard[] = [];
  let isOver = false;
  void read(response.body, heard).then(
    () => (isOver = true),
    () => (isOver = true),
  );
  const events: Events = {
    heard,
    wait: (name, topic, id) =>
      until(() =>
        heard.find(
          (event) =>
            event.name === name &&
            (topic === undefined || event.data.topic === topic) &&
            (id === undefined || event.data.id === id),
        ),
      ),
    isOver: () => isOver,
    headers: response.headers,
    close: () => leaving.abort(),
  };
  await until(() => isOver || heard.some(({ name }) => name === 'hello' || name === 'ended'));
  return events;
}

async function read(body: ReadableStream<Uint8Array>, heard: Heard[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? [];
      heard.push({ name, data: JSON.parse(data) as Heard['data'], at: performance.now() });
    }
  }
}
