import { approved, endpoint } from '#contract/endpoint.ts';
import { user } from '#contract/person.ts';

export const undoApproval = endpoint({
  call: 'POST /api/users/:id/undo-approval',
  summary: 'Undoes an approval that the caller made with `canUndo`, before the person is notified.',
  access: approved('school_admin', 'overall_admin'),
  reply: user,
  errors: ['not_found', 'not_allowed', 'undo_too_late'],
});
