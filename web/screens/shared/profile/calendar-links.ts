/** Links that subscribe to a calendar address with one tap, in the format of each calendar program. */
export function calendarLinks(url: string): { label: string; href: string; opensTab: boolean }[] {
  const webcal = url.replace(/^https?:/, 'webcal:');
  const outlook = new URLSearchParams({ url, name: 'FirstBell' });
  return [
    {
      label: 'Add to Google Calendar',
      href: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
      opensTab: true,
    },
    { label: 'Add to Apple Calendar', href: webcal, opensTab: false },
    { label: 'Add to Outlook', href: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`, opensTab: true },
  ];
}
