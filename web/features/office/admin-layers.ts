/** The addresses of an administrator's dialogs about a vacancy: `?assign=7`. */
export const adminLayers = {
  assign: 'assign',
  details: 'vacancy',
  message: 'message',
  offer: 'offer',
  offerTo: 'offer-to',
  edit: 'edit',
  split: 'split',
  swap: 'swap',
  release: 'release',
  correct: 'correct',
  remove: 'delete',
  attendance: 'attendance',
} as const;
