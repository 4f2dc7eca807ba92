import { accountRows } from '#test/server/matrix/accounts.ts';
import { schoolRows } from '#test/server/matrix/schools.ts';
import { planRows } from '#test/server/matrix/plans.ts';
import { vacancyRows } from '#test/server/matrix/vacancies.ts';
import { recordRows } from '#test/server/matrix/records.ts';
import { messageRows } from '#test/server/matrix/messages.ts';
import { officeRows } from '#test/server/matrix/office.ts';
import { boardRows } from '#test/server/matrix/board.ts';
import type { MatrixRow } from '#test/server/matrix-table.ts';

/** Every call of the contract, and who may make it. A call without a row fails `matrix.test.ts`. */
export const matrix: readonly MatrixRow[] = [
  ...accountRows,
  ...schoolRows,
  ...planRows,
  ...vacancyRows,
  ...recordRows,
  ...messageRows,
  ...officeRows,
  ...boardRows,
];
