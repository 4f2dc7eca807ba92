/** Input that tries to inject into a page, an email, a spreadsheet or a calendar. `storable`: it may be stored. */
export const payloads = {
  script: {
    text: '<script>globalThis.payloadRan=1</script><img src=x onerror="globalThis.payloadRan=1">',
    storable: true,
  },
  breakout: { text: `"'><svg onload=globalThis.payloadRan=1>{{7*7}}`, storable: true },
  formula: { text: '=HYPERLINK("https://evil.example","open")', storable: true },
  rtl: { text: '\u202Egnp.exe\u202C', storable: true },
  calendar: { text: 'a;b,c\\nEND:VEVENT', storable: true },
  null: { text: 'a\u0000b', storable: false },
  surrogate: { text: 'a\uD800b', storable: false },
} as const;

/** Lines that would be headers in an email, or properties in a calendar. Multi-line fields get it. */
export const crlf = 'first\r\nBcc: thief@example.org\r\n\r\nEND:VCALENDAR';
