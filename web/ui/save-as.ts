/** Downloads bytes that are already in memory, with this file name. */
export function saveAs(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken over the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
