import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { placeToast, takeRoomBack } from '#web/ui/toast-place.ts';

afterEach(() => {
  takeRoomBack();
  document.body.replaceChildren();
});

/**
 * Places a toast over a sheet whose body is full of fields. Returns the boxes of the toast and of the sheet's button.
 */
function placed(): [toast: DOMRect, button: DOMRect] {
  const fields = Array.from({ length: 40 }, () => '<input style="display:block;height:40px;width:100%">').join('');
  document.body.innerHTML = `
    <div id="sheet" style="position:fixed;inset:0;display:flex;flex-direction:column">
      <div style="flex:1;min-height:0;overflow:hidden">${fields}</div>
      <footer style="height:70px"><button style="width:100%;height:60px">Save</button></footer>
    </div>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const find = (selector: string) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`There is no ${selector}.`);
    return found;
  };
  placeToast(find('#toast'), find('#sheet'));
  return [find('#toast').getBoundingClientRect(), find('button').getBoundingClientRect()];
}

test("over a sheet full of fields, a toast leaves the sheet's button free", () => {
  const [toast, button] = placed();
  expect(toast.bottom).toBeLessThanOrEqual(button.top);
  expect(toast.top).toBeGreaterThan(0);
});

test('nothing is left of the place of a docked toast when the toast is gone', () => {
  placed();
  const place = document.querySelector('#toast');
  expect(place?.hasAttribute('data-docked')).toBe(true);
  takeRoomBack();
  expect(place?.hasAttribute('data-docked')).toBe(false);
});

test('a toast doesn’t cover a field’s error', () => {
  document.body.innerHTML = `
    <main style="position:fixed;inset:0">
      <input style="position:absolute;bottom:120px;height:40px">
      <p id="field-password-error" style="position:absolute;bottom:90px;height:20px;margin:0">Choose another password.</p>
      <button style="position:absolute;bottom:0;height:30px">Register</button>
    </main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [error, toast] = ['#field-password-error', '#toast'].map((one) => document.querySelector<HTMLElement>(one));
  if (!error || !toast) throw new Error('There is no error.');
  placeToast(toast, document);
  expect(toast.getBoundingClientRect().bottom).toBeLessThanOrEqual(error.getBoundingClientRect().top);
});

test("over a sheet full of fields, a toast covers a field rather than the form's errors", () => {
  const fields = Array.from({ length: 40 }, () => '<input style="display:block;height:40px;width:100%">').join('');
  document.body.innerHTML = `
    <div id="sheet" style="position:fixed;inset:0;display:flex;flex-direction:column">
      <div style="flex:1;min-height:0;overflow:hidden"><p role="alert" style="height:100px;margin:0">You’re offline.</p>${fields}</div>
      <footer style="height:70px"><button style="width:100%;height:60px">Save</button></footer>
    </div>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [sheet, alert, toast] = ['#sheet', '[role=alert]', '#toast'].map((one) =>
    document.querySelector<HTMLElement>(one),
  );
  if (!sheet || !alert || !toast) throw new Error('There is no sheet.');
  placeToast(toast, sheet);
  expect(toast.getBoundingClientRect().top).toBeGreaterThanOrEqual(alert.getBoundingClientRect().bottom);
  expect(toast.getBoundingClientRect().bottom).toBeLessThanOrEqual(document.querySelector('button')?.offsetTop ?? 0);
});

test('over a page full of fields, a toast leaves the bar that saves free', () => {
  const fields = Array.from({ length: 60 }, () => '<input style="display:block;height:40px;width:100%">').join('');
  document.body.innerHTML = `
    <main>${fields}<div data-bar style="position:fixed;inset:auto 0 60px;height:60px"><button style="width:100%;height:60px">Save</button></div></main>
    <nav style="position:fixed;inset:auto 0 0;height:50px"><a href="#x" style="display:block;height:50px">Home</a></nav>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [toast, save] = ['#toast', 'button'].map((one) => document.querySelector<HTMLElement>(one));
  if (!toast || !save) throw new Error('There is no bar.');
  placeToast(toast, document);
  expect(toast.getBoundingClientRect().bottom).toBeLessThanOrEqual(save.getBoundingClientRect().top);
});

test('over a page full of fields, a toast leaves the one that has the focus free', () => {
  const fields = Array.from({ length: 60 }, () => '<input style="display:block;height:40px;width:100%">').join('');
  document.body.innerHTML = `
    <main style="position:fixed;inset:0;overflow:hidden">${fields}</main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const toast = document.querySelector<HTMLElement>('#toast');
  const field = [...document.querySelectorAll('input')].findLast(
    (one) => one.getBoundingClientRect().bottom <= innerHeight - 20,
  );
  if (!toast || !field) throw new Error('There is no field.');
  field.focus({ preventScroll: true });
  placeToast(toast, document);
  const [over, under] = [toast.getBoundingClientRect(), field.getBoundingClientRect()];
  expect(over.bottom <= under.top || over.top >= under.bottom).toBe(true);
});

test('over a list full of links and buttons, a toast covers a link rather than a button', () => {
  const row =
    '<div><a href="#x" style="display:block;height:80px">Details</a><button style="display:block;width:100%;height:40px">Remove</button></div>';
  document.body.innerHTML = `<main>${Array.from({ length: 20 }, () => row).join('')}</main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const toast = document.querySelector<HTMLElement>('#toast');
  if (!toast) throw new Error('There is no toast.');
  placeToast(toast, document);
  const { top, bottom } = toast.getBoundingClientRect();
  const covered = [...document.querySelectorAll('button')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < bottom && top < box.bottom;
  });
  expect(covered).toEqual([]);
});

test('on a desktop, a toast goes to the left if the buttons of a list leave no place on the right', () => {
  const rows = '<button style="display:block;width:100px;height:40px;margin-left:auto">Assign</button>'.repeat(40);
  document.body.innerHTML = `
    <style>#toast { position: fixed; bottom: 16px; right: 16px; width: 200px; height: 60px } #toast[data-left] { right: auto; left: 16px; width: 150px }</style>
    <main>${rows}</main><div id="toast"></div>`;
  const toast = document.querySelector<HTMLElement>('#toast');
  if (!toast) throw new Error('There is no toast.');
  placeToast(toast, document);
  expect(toast.getBoundingClientRect().left).toBe(16);
});

test('a toast leaves a message on the page readable if there is a free place', () => {
  document.body.innerHTML = `
    <main><p role="status" style="position:fixed;inset:auto 0 20px;height:100px;margin:0">We couldn’t confirm this.</p></main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [message, toast] = ['[role=status]', '#toast'].map((one) => document.querySelector<HTMLElement>(one));
  if (!message || !toast) throw new Error('There is no message.');
  placeToast(toast, document);
  expect(toast.getBoundingClientRect().bottom).toBeLessThanOrEqual(message.getBoundingClientRect().top);
});

test('a toast covers a message rather than a field if there is no other place', () => {
  document.body.innerHTML = `
    <main><input style="position:fixed;inset:0 0 200px;width:100%;height:calc(100vh - 200px)">
      <p role="status" style="position:fixed;inset:auto 0 100px;height:100px;margin:0">We couldn’t confirm this.</p>
      <input style="position:fixed;inset:auto 0 0;width:100%;height:100px"></main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [message, toast] = ['[role=status]', '#toast'].map((one) => document.querySelector<HTMLElement>(one));
  if (!message || !toast) throw new Error('There is no message.');
  placeToast(toast, document);
  const [over, place] = [message.getBoundingClientRect(), toast.getBoundingClientRect()];
  expect(place.top).toBeGreaterThanOrEqual(over.top);
  expect(place.bottom).toBeLessThanOrEqual(over.bottom);
});

test('over a page full of fields, a toast leaves a field with an error free, and its message', () => {
  const fields = Array.from({ length: 60 }, () => '<input style="display:block;height:40px;width:100%">').join('');
  document.body.innerHTML = `
    <main style="position:fixed;inset:0;overflow:hidden">${fields}</main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const toast = document.querySelector<HTMLElement>('#toast');
  const field = [...document.querySelectorAll('input')].findLast(
    (one) => one.getBoundingClientRect().bottom <= innerHeight - 20,
  );
  if (!toast || !field) throw new Error('There is no field.');
  field.setAttribute('aria-invalid', 'true');
  placeToast(toast, document);
  const [over, under] = [toast.getBoundingClientRect(), field.getBoundingClientRect()];
  expect(over.bottom <= under.top || over.top >= under.bottom).toBe(true);
});

/** Shows a title with an introduction above a list that leaves no place, and a toast. Returns the elements. */
function crowded() {
  const rows = '<button style="display:block;width:100%;height:40px">Remove</button>'.repeat(40);
  document.body.innerHTML = `
    <main style="padding:60px 0"><h1 style="margin:0;height:40px">All schools</h1><p style="margin:0;height:40px">Schools that are active.</p>${rows}</main>
    <nav style="position:fixed;inset:auto 0 0;height:50px"><a href="#x" style="display:block;height:50px">Home</a></nav>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [toast, title, introduction] = ['#toast', 'h1', 'p'].map((one) => document.querySelector<HTMLElement>(one));
  const last = [...document.querySelectorAll('button')].at(-1);
  if (!toast || !title || !introduction || !last) throw new Error('There is no page.');
  return { toast, title, introduction, last };
}

const isOver = (toast: Element, other: Element) => {
  const [{ top, bottom }, under] = [toast.getBoundingClientRect(), other.getBoundingClientRect()];
  return top < under.bottom && under.top < bottom;
};

test('over a crowded page, a toast leaves its title and introduction free and takes the place above the bar', () => {
  const { toast, title, introduction } = crowded();
  placeToast(toast, document);
  expect([title, introduction].filter((one) => isOver(toast, one))).toEqual([]);
  const bar = document.querySelector('nav')?.getBoundingClientRect().top ?? 0;
  expect(bar - toast.getBoundingClientRect().bottom).toBe(4);
});

test('a page under a toast can be scrolled until its last button is free, and has its length back afterward', () => {
  const { toast, last } = crowded();
  const before = document.documentElement.scrollHeight;
  placeToast(toast, document);
  scrollTo(0, document.documentElement.scrollHeight);
  placeToast(toast, document);
  expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(toast.getBoundingClientRect().top);
  takeRoomBack();
  expect(document.documentElement.scrollHeight).toBe(before);
});

test('a dialog under a toast can be scrolled until its last field is free', () => {
  const fields = '<input style="display:block;height:40px;width:100%">'.repeat(40);
  document.body.innerHTML = `
    <div id="sheet" style="position:fixed;inset:0;display:flex;flex-direction:column">
      <div style="flex:1;min-height:0;overflow:auto">${fields}</div>
      <footer style="height:70px"><button style="width:100%;height:60px">Save</button></footer>
    </div>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [sheet, toast] = ['#sheet', '#toast'].map((one) => document.querySelector<HTMLElement>(one));
  const [body, last] = [sheet?.firstElementChild, [...document.querySelectorAll('input')].at(-1)];
  if (!sheet || !toast || !body || !last) throw new Error('There is no sheet.');
  placeToast(toast, sheet);
  body.scrollTop = body.scrollHeight;
  placeToast(toast, sheet);
  expect(isOver(toast, last)).toBe(false);
});

/** Shows a page of these parts, and a toast. Returns the toast and the element to check. */
function pageOf(parts: string): { toast: HTMLElement; checked: HTMLElement } {
  document.body.innerHTML = `<style>p, h2 { margin: 0; height: 40px }</style><main>${parts}</main>
    <div id="toast" style="position:fixed;inset:auto 16px 16px;height:60px"></div>`;
  const [toast, checked] = ['#toast', '#checked'].map((one) => document.querySelector<HTMLElement>(one));
  if (!toast || !checked) throw new Error('There is no page.');
  return { toast, checked };
}

const button = '<button style="display:block;width:100%;height:40px">Remove</button>';

test('a toast covers no text if the lower half of the window has a free place', () => {
  const blank = Math.round(innerHeight * 0.6);
  const { toast, checked } = pageOf(`<div style="height:${blank + 80}px"></div><p id="checked">Report at 7:30</p>
    ${'<p>Bring chalk</p>'.repeat(40)}`);
  placeToast(toast, document);
  expect(isOver(toast, checked)).toBe(false);
  expect(toast.getBoundingClientRect().bottom).toBeLessThan(blank + 80);
});

test('a text that a toast covers can be scrolled clear, because the toast doesn’t follow it', () => {
  const { toast, checked } = pageOf(`${button.repeat(Math.floor(innerHeight / 40))}
    <h2>Later</h2><p id="checked">Report at 7:30</p>${button.repeat(60)}`);
  scrollTo(0, 140);
  placeToast(toast, document);
  expect(isOver(toast, checked)).toBe(true);
  expect([...document.querySelectorAll('button')].filter((one) => isOver(toast, one))).toEqual([]);
  scrollTo(0, 140 + 150);
  placeToast(toast, document);
  expect(isOver(toast, checked)).toBe(false);
});

test('the last text of a page can be scrolled clear of a toast', () => {
  const { toast, checked } = pageOf(`${'<p>Bring chalk</p>'.repeat(40)}<p id="checked">Report at 7:30</p>`);
  placeToast(toast, document);
  scrollTo(0, document.documentElement.scrollHeight);
  placeToast(toast, document);
  expect(isOver(toast, checked)).toBe(false);
});

test('a page gets longer when another toast joins the one that it already has room for', () => {
  const { toast, checked } = pageOf(`${'<p>Bring chalk</p>'.repeat(40)}<p id="checked">Report at 7:30</p>`);
  placeToast(toast, document);
  toast.style.height = '160px';
  placeToast(toast, document);
  scrollTo(0, document.documentElement.scrollHeight);
  placeToast(toast, document);
  expect(isOver(toast, checked)).toBe(false);
});

test('on a desktop, a page whose text is under a toast keeps its length, which its menu has, too', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(1280, 800);
  const { toast } = pageOf(`${'<p>Bring chalk</p>'.repeat(40)}<p id="checked">Report at 7:30</p>`);
  const before = document.documentElement.scrollHeight;
  placeToast(toast, document);
  const after = document.documentElement.scrollHeight;
  await page.viewport(width, height);
  expect(after).toBe(before);
});
