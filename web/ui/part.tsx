import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { inFile } from '#web/ui/in-file.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

type Part<Props> = ComponentType<Props> & {
  /** Prefetches its file once the screen that may need it is mounted and the browser is idle. */
  useAhead: () => void;
  /** Prefetches its file now, such as when a pointer comes near the control that opens it. */
  ahead: () => void;
};

type PartOptions = {
  /** Rendered as soon as the data has arrived: its file is fetched together with the file that imports it, in parallel with that data. */
  isSeenSoon?: boolean;
  fallback?: ReactNode;
};

// If it still fails, the screen shows the error.
const ignore = () => undefined;

let soon: Promise<unknown> = Promise.resolve();

/** Resolves when every part that is seen soon, of the files that have run so far, has loaded or failed. */
export const partsSeenSoon = () => soon;

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/** Returns a part of a screen that isn't visible at first (a dialog): a component of another file, loaded when it is first rendered. */
export function part<File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
  options?: PartOptions,
): Part<PropsOf<File[Name]>>;
export function part<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<object>>>>,
  name: Name,
  { isSeenSoon = false, fallback }: PartOptions = {},
): Part<object> {
  const { Content, fetch } = inFile(async () => (await load())[name]);
  const ahead = () => void fetch().catch(ignore);
  if (isSeenSoon) soon = Promise.allSettled([soon, fetch()]);
  const InFile = (props: object) => (
    <Suspense fallback={fallback}>
      <Content {...props} />
    </Suspense>
  );
  return Object.assign(InFile, { ahead, useAhead: () => useEffect(() => whenIdle(ahead), []) });
}
