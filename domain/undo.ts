/**
 * Seconds in which an answer can be undone: `offered` by the screen, and `accepted` by the server, so that a tap at the last
 * moment still arrives in time. Notifications about the answer wait until then.
 */
export const undoSeconds = { offered: 8, accepted: 10 } as const;
