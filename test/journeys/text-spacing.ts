import { expect, type Page } from '@playwright/test';

/**
 * The text spacing of WCAG 1.4.12: 1.5 lines, 2 em below paragraphs, 0.12 em between letters, 0.16 em between words.
 */
const spread =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

/**
 * Fails if text is lost with the spacing of WCAG 1.4.12: clipped by its container, outside of its box, over other text,
 * or wider than the window. Text that is already truncated (an ellipsis) isn't counted again.
 */
export async function expectBearsTextSpacing(page: Page): Promise<void> {
  const lost = await page.evaluate((rules) => {
    /** Plain numbers, because each read of a DOMRect is a call into the browser. */
    type Box = { top: number; right: number; bottom: number; left: number };
    type Line = { words: Text; box: Box; still: Element | null };
    const layers = [...document.querySelectorAll<HTMLElement>('dialog[open], :popover-open')];
    const root = layers.at(-1) ?? document.body;

    /** Header, bottom bar and toast stay in place while the rest scrolls under them. */
    const stillOf = (element: Element | null): Element | null => {
      for (let at = element; at && at !== root; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at;
      return null;
    };
    /** Text scrolled out of a scroll container isn't lost and covers nothing. */
    const isElsewhere = (from: Element, box: Box): boolean => {
      for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
        const edge = at.getBoundingClientRect();
        // This text is only for screen readers.
        if (edge.width <= 1 && edge.height <= 1) return true;
        if (!/auto|scroll/.test(getComputedStyle(at).overflow)) continue;
        if (box.bottom > edge.bottom || box.top < edge.top || box.right > edge.right || box.left < edge.left)
          return true;
      }
      return false;
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('svg, script, style, iframe');
    const linesOf = (): Line[] => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const lines: Line[] = [];
      for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (node.data.trim() === '' || !parent || !isSeen(parent)) continue;
        // A closed select shows its options when it is opened.
        if (parent.closest('select, option')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const still = stillOf(parent);
        for (const { top, right, bottom, left } of range.getClientRects()) {
          const box = { top, right, bottom, left };
          if (right - left > 1 && bottom - top > 1 && !isElsewhere(parent, box))
            lines.push({ words: node, box, still });
        }
      }
      return lines;
    };

    const [slack, past] = [2, 4];
    const cutBy = ({ words, box }: Line): string | null => {
      for (let at = words.parentElement; at && at !== root.parentElement; at = at.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(at);
        const edge = at.getBoundingClientRect();
        const sticksOut = box.right > edge.right + slack || box.left < edge.left - slack;
        const hangsOut = box.bottom > edge.bottom + past || box.top < edge.top - past;
        if (
          (sticksOut && ['hidden', 'clip'].includes(overflowX)) ||
          (hangsOut && ['hidden', 'clip'].includes(overflowY))
        )
          return `cut off by ${at.tagName.toLowerCase()}.${at.className}`;
        if (
          sticksOut &&
          !display.startsWith('inline') &&
          display !== 'contents' &&
          overflowX === 'visible' &&
          at === words.parentElement
        )
          return 'sticks out of its box';
        if (
          hangsOut &&
          /^(a|button|label|dd|dt|li|td|th)$/i.test(at.tagName) &&
          display !== 'inline' &&
          overflowY === 'visible'
        )
          return `hangs out of its ${at.tagName.toLowerCase()}`;
        // Content beyond a scrollable edge isn't lost.
        if (/auto|scroll/.test(overflowX + overflowY)) return null;
      }
      return null;
    };
    const problemsNow = (): Map<string, string> => {
      const lines = linesOf();
      const found = new Map<string, string>();
      const tell = (line: Line, what: string) =>
        found.set(`${line.words.data.trim().slice(0, 60)}|${what}`, `"${line.words.data.trim().slice(0, 60)}" ${what}`);
      for (const line of lines) {
        const what = cutBy(line);
        if (what !== null) tell(line, what);
      }
      // From the top down, so only the lines that begin before this one ends can lie over it.
      const sorted = lines.toSorted((one, other) => one.box.top - other.box.top);
      sorted.forEach((one, at) => {
        for (let next = at + 1; next < sorted.length; next += 1) {
          const other = sorted[next];
          if (other === undefined || one.box.bottom - other.box.top <= past) break;
          if (one.words === other.words || one.still !== other.still) continue;
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
          if (across <= past || down <= past) continue;
          // Named in the order of the document, so that the same pair has the same name with and without the spacing.
          const isFirst = (one.words.compareDocumentPosition(other.words) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
          const [first, second] = isFirst ? [one, other] : [other, one];
          tell(first, `lies over "${second.words.data.trim().slice(0, 60)}"`);
        }
      });
      for (const box of [document.documentElement, ...layers])
        if (box.scrollWidth > box.clientWidth)
          found.set(
            `wide ${box.tagName}`,
            `${box.tagName.toLowerCase()} is ${box.scrollWidth} px wide, its window ${box.clientWidth}`,
          );
      return found;
    };

    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const after = problemsNow();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    // A problem that exists without the spacing, too, isn't caused by it. Usually there is nothing to compare.
    const before = after.size === 0 ? after : problemsNow();
    return [...after].filter(([key]) => !before.has(key)).map(([, sentence]) => sentence);
  }, spread);
  expect(lost, `${page.url()} with the text spread as WCAG 1.4.12 lets readers do it`).toEqual([]);
}
