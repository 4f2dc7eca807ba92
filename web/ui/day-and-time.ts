const format = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** An ISO instant in this device's time zone: 'November 23, 2026 at 8:00 AM'. */
export function dayAndTime(instant: string): string {
  return format.format(new Date(instant));
}
