import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A report of a browser: an error, a warning, an unhandled rejection, or a content security policy violation. */
export type Complaint = { text: string; at: string };

/** One person's browser, separate from all others, and the problems it reported. */
export type OwnBrowser = { context: BrowserContext; complaints: Complaint[] };

/** The page that stays open in a browser that waits: the smallest of the site. */
const parkingPath = '/manifest.webmanifest';

/** The maximum number of browsers that wait for the next story. Each takes some 60 MB. */
const mostIdle = 6;

/** Calls whose effects on a browser can't be undone. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const satisfies readonly (keyof BrowserContext)[];

/**
 * People's browsers. A new one starts two processes and compiles the application, 0.4 s of CPU time. So a browser is
 * emptied after its story (tabs, cookies, all stored data) and serves the next person on the same kind of device. Only
 * its cache of unchanging files stays. A browser with permanent changes is thrown away.
 */
export class Browsers {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #idle: { kind: string; own: OwnBrowser; parked: Page }[] = [];
  readonly #parked = new Map<BrowserContext, Page>();
  readonly #changed = new WeakSet<BrowserContext>();

  /** People visit the FirstBell at `url`. */
  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /**
   * Returns an empty browser with the running test's options. `kind` names them; null requests one that was never used.
   */
  async take(kind: string | null): Promise<OwnBrowser> {
    const place = this.#idle.findIndex((idle) => idle.kind === kind);
    const [idle] = place === -1 ? [] : this.#idle.splice(place, 1);
    if (idle) return idle.own;
    const context = await this.#browser.newContext();
    const complaints = await watch(context);
    const noteChange = () => void this.#changed.add(context);
    for (const name of lasting) before(context, name, noteChange);
    for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const)
      before(context.clock, name, noteChange);
    context.once('close', noteChange);
    return { context, complaints };
  }

  /** Takes the browser back after a story. Returns the problems it reported. */
  async giveBack(kind: string | null, own: OwnBrowser): Promise<Complaint[]> {
    const { context, complaints } = own;
    // A reply that a story intercepts may still be pending when the story ends.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (kind === null || this.#changed.has(context) || !(await this.#empty(own))) {
      this.#parked.delete(context);
      await context.close();
      return complaints;
    }
    const parked = this.#parked.get(context);
    if (parked) this.#idle.push({ kind, own, parked });
    if (this.#idle.length > mostIdle) await this.#idle.shift()?.own.context.close();
    return complaints.splice(0);
  }

  /** Returns whether the browser is as empty as a new one. */
  async #empty({ context }: OwnBrowser): Promise<boolean> {
    // An open page of the same site keeps the process alive.
    const parked = this.#parked.get(context) ?? (await context.newPage());
    if (!this.#parked.has(context)) {
      await parked.goto(`${this.#url}${parkingPath}`);
      this.#parked.set(context, parked);
    }
    for (const page of context.pages()) if (page !== parked) await page.close();
    const devTools = await context.newCDPSession(parked);
    await devTools.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' });
    await devTools.detach();
    await context.clearCookies();
    return parked.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      const { held = [], pending = [] } = await navigator.locks.query();
      const kept = [...(await caches.keys()), ...(await indexedDB.databases()), ...held, ...pending];
      return kept.length === 0 && localStorage.length === 0;
    });
  }
}

/** From now on, calls `first` before this method of `owner`. */
function before<Name extends string>(owner: { [name in Name]: unknown }, name: Name, first: () => void): void {
  const act = owner[name] as (...given: unknown[]) => unknown;
  owner[name] = (...given: unknown[]) => {
    first();
    return act.apply(owner, given);
  };
}

/** Collects everything that a browser reports. */
async function watch(context: BrowserContext): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  context.on('console', (message) => {
    // The configuration of the stories blocks it (playwright.config.ts).
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    // The page isn't HTML, so it can't name an icon, and a full Chromium asks for the default one.
    if (message.page()?.url().endsWith(parkingPath) && message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push({ text: `${message.type()}: ${message.text()}`, at: message.location().url });
  });
  context.on('weberror', (error) =>
    complaints.push({ text: `thrown: ${error.error().message}`, at: error.page()?.url() ?? '' }),
  );
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy stopped ${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
  return complaints;
}
