// oxlint-disable-next-line eslint/no-restricted-imports -- the one place
import { lazy, useEffect, useState, type ComponentType } from 'react';

export type InFile<Props> = {
  Content: ComponentType<Props>;
  fetch: () => Promise<ComponentType<Props>>;
  hasLoaded: () => boolean;
};

/**
 * Returns a component in its own file. If the file has loaded, it renders immediately: React delays anything that
 * suspends, however briefly, by 300 ms. If it fails to load, the component of `insteadOf` is shown, or else the nearest
 * boundary catches the error.
 */
export function inFile<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  insteadOf?: () => ComponentType<Props>,
): InFile<Props> {
  let ready: ComponentType<Props> | null = null;
  let loading: ComponentType<Props> | null = null;
  const fetch = async () => (ready = await load());
  return {
    Content: (props) => {
      // Chosen once, so that a mounted component doesn't start over when its file is fetched again.
      const [Chosen] = useState<ComponentType<Props>>(
        () => ready ?? (loading ??= lazy(async () => ({ default: await fetch().catch(insteadOf) }))),
      );
      // After a failure, the next one that is mounted fetches the file again.
      useEffect(() => {
        loading = null;
      }, []);
      return <Chosen {...props} />;
    },
    fetch,
    hasLoaded: () => ready !== null,
  };
}
