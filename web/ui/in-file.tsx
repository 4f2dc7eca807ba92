// oxlint-disable-next-line eslint/no-restricted-imports -- the one place
import { lazy, useState, type ComponentType } from 'react';

type InFile<Props> = { Content: ComponentType<Props>; fetch: () => Promise<unknown> };

/**
 * Returns a component in its own file. If the file has loaded, it renders immediately: React delays anything that suspends,
 * however briefly, by 300 ms.
 */
export function inFile<Props extends object>(load: () => Promise<ComponentType<Props>>): InFile<Props> {
  let ready: ComponentType<Props> | null = null;
  const fetch = async () => (ready = await load());
  const Lazy = lazy(async () => ({ default: await fetch() }));
  return {
    Content: (props) => {
      // Chosen once, so that a mounted component doesn't start over when its file is fetched again.
      const [Chosen] = useState<ComponentType<Props>>(() => ready ?? Lazy);
      return <Chosen {...props} />;
    },
    fetch,
  };
}
