import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

/** The first load of the stage takes a second or two. */
export const patience = { timeout: 8000, interval: 10 };

/**
 * Waits for the effects of what a page has just shown. React shows it in one task and runs its effects, which listen to
 * the page's events, in one of the next. On a busy processor, a test would otherwise act in between.
 */
export async function effects(page: Window = window): Promise<void> {
  for (let task = 0; task < 2; task += 1) {
    await new Promise<void>((resolve) => {
      page.addEventListener('message', () => resolve(), { once: true });
      page.postMessage(null, page.location.origin);
    });
  }
}

/** A tab, as a frame: Back, reload and storage events in it are the browser's. */
export class Tab {
  readonly frame = document.createElement('iframe');

  static async open(path = '/stage/list'): Promise<Tab> {
    const tab = new Tab();
    tab.frame.style.cssText = 'width: 900px; height: 600px';
    tab.frame.src = path;
    document.body.append(tab.frame);
    await tab.see('h1');
    return tab;
  }

  get window(): Window {
    const inner = this.frame.contentWindow;
    if (inner === null) throw new Error('The tab is closed.');
    return inner;
  }

  get address(): string {
    return `${this.window.location.pathname}${this.window.location.search}`.replace('/stage', '');
  }

  find(selector: string, text = ''): HTMLElement | null {
    const found = [...this.window.document.querySelectorAll<HTMLElement>(selector)];
    return found.find((element) => element.textContent.includes(text)) ?? null;
  }

  async see(selector: string, text = ''): Promise<HTMLElement> {
    const seen = await vi.waitFor(() => {
      const found = this.find(selector, text);
      if (found === null) throw new Error(`No ${selector} '${text}' in: ${this.window.document.body.innerText}`);
      return found;
    }, patience);
    await effects(this.window);
    return seen;
  }

  async miss(selector: string, text = ''): Promise<void> {
    await vi.waitFor(() => expect(this.find(selector, text)?.textContent ?? null).toBeNull(), patience);
  }

  /** Presses a button or link of the topmost dialog, or of the screen. */
  async press(name: string): Promise<void> {
    const button = await vi.waitFor(() => {
      const dialogs = [...this.window.document.querySelectorAll('dialog[open]')];
      const within = dialogs.at(-1) ?? this.window.document;
      const found = [...within.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) =>
        textContent.startsWith(name),
      );
      if (found === undefined) throw new Error(`No button '${name}'`);
      return found;
    }, patience);
    button.focus();
    button.click();
  }

  async type(text: string): Promise<void> {
    const field = await this.see('input');
    this.frame.focus();
    field.focus();
    await userEvent.keyboard(text);
  }

  back(): void {
    this.window.history.back();
  }

  async at(address: string): Promise<void> {
    await vi.waitFor(() => expect(this.address).toBe(address), patience);
  }

  /** A requested traversal has finished by then. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1)
      await new Promise((resolve) => this.window.requestAnimationFrame(() => this.window.setTimeout(resolve, 20)));
  }

  async reload(): Promise<void> {
    const loaded = new Promise((resolve) => this.frame.addEventListener('load', resolve, { once: true }));
    this.window.location.reload();
    await loaded;
    await this.see('h1');
  }
}
