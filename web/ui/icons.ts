/**
 * Our own line icons, 24 × 24, with one stroke width. They are imported as a namespace, so only used ones are bundled.
 */
export const alert = 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01';
export const arrowLeft = 'M19 12H5M11 6l-6 6 6 6';
export const arrowRight = 'M5 12h14M13 6l6 6-6 6';
export const bell = 'M6 9a6 6 0 0 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9M10.3 20a2 2 0 0 0 3.4 0';
export const board = 'M3.5 5h17M5 5v10h14V5M12 15v4M8.5 20l3.5-2.5 3.5 2.5M8.5 9h4M8.5 12h7';
export const building =
  'M3.5 20h17M5.5 20v-9L12 6.5l6.5 4.5v9M12 6.5V3h3.5v2H12M10 20v-4.5h4V20M9.5 12h.01M14.5 12h.01';
export const calendar =
  'M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM4 10h16M8.5 3.5v4M15.5 3.5v4';
export const calendarCheck = `${calendar}M9 15l2 2 4-4`;
export const check = 'm5 12.5 4.5 4.5L19 7';
export const chevronDown = 'm6 9 6 6 6-6';
export const chevronLeft = 'm15 6-6 6 6 6';
export const chevronRight = 'm9 6 6 6-6 6';
export const chevronUp = 'm6 15 6-6 6 6';
export const clock = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.2 2';
export const close = 'M6 6l12 12M18 6 6 18';
export const copy = 'M9 9h10v11H9zM15 9V4H5v11h4';
export const device = 'M4 5h16v11H4zM9 20h6M12 16v4';
export const document = 'M13.5 3.5H7a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V8zM13.5 3.5V8H18M9 13h6M9 16.5h4';
export const download = 'M12 4v11M7 10.5l5 5 5-5M5 20h14';
export const edit = 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4';
export const eye =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4';
export const heart = 'M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.5 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10';
export const help = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.4a2.6 2.6 0 0 1 5 .9c0 1.7-2.5 2.2-2.5 3.7M12 17h.01';
export const home = 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z';
export const info = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8h.01';
export const key = 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12l8-8M16 7l3 3M14 9l2 2';
export const link =
  'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1';
export const list = 'M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.01M4 12h.01M4 18h.01';
export const logout = 'M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M10 16l4-4-4-4M14 12H4';
export const mail = 'M4 6h16v12H4zM4 7l8 6 8-6';
export const megaphone = 'M4 10v4h3l8 4.5v-13L7 10zM18.5 9.5a4 4 0 0 1 0 5M7 14v4.5h3V16';
export const menu = 'M4 7h16M4 12h16M4 17h16';
export const moon = 'M19.5 14A8 8 0 0 1 10 4.5 8 8 0 1 0 19.5 14Z';
export const more = 'M6 12h.01M12 12h.01M18 12h.01';
export const noConnection =
  'M3 3l18 18M8.5 15.5a5 5 0 0 1 5.5-1M5 12a10 10 0 0 1 4-2.4M2 8.5a15 15 0 0 1 4-2.6M19 12a10 10 0 0 0-5-2.9M22 8.5A15 15 0 0 0 10.5 5M12 19h.01';
export const person = 'M19 20v-1.5a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4V20M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7';
export const personCheck =
  'M14 20v-1.5a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4V20M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M15.5 10.5l2 2 4-4.5';
export const people =
  'M15.5 20v-1.5a4 4 0 0 0-4-4h-4a4 4 0 0 0-4 4V20M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M20.5 20v-1.5a4 4 0 0 0-3-3.8M15.5 4.2a3.5 3.5 0 0 1 0 6.6';
export const phone =
  'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A16 16 0 0 1 5 5.6 1.5 1.5 0 0 1 6.5 4Z';
export const place =
  'M12 21s-6.5-5.6-6.5-10.8a6.5 6.5 0 0 1 13 0C18.5 15.4 12 21 12 21ZM12 12.6a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8';
export const plus = 'M12 5v14M5 12h14';
export const printer = 'M7 8V4h10v4M7 17H4.5V9.5A1.5 1.5 0 0 1 6 8h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 13.5h10V20H7z';
export const search = 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4';
export const shield = 'M12 3.5 5 6v5.5c0 4.2 2.9 7.6 7 9 4.1-1.4 7-4.8 7-9V6zM9 12l2.2 2.2L15.2 10';
export const sliders = 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M15 5v4M9 10v4M15 15v4';
export const star = 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z';
export const sun =
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4';
export const trash = 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5';
export const upload = 'M12 15V4M7 8.5 12 3.5l5 5M5 20h14';
