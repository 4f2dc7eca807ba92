import { expect, test } from 'vitest';
import { PreviewTable } from '#web/features/managed/preview-table.tsx';
import { says, show } from '#test/screen.tsx';

const problem = { row: 3, name: 'Ann Lee', column: 'email', sentence: 'Invalid email format' };
const found = { total: 2, good: 1, created: 1, updated: 0, joined: 0, people: [], ignoredColumns: [], badRows: '' };

test.each([
  [[problem], '1 row of 2 needs a correction'],
  [[problem, { ...problem, row: 2 }], '2 rows of 2 need a correction'],
])('the preview of a file with invalid rows says how many need a correction', async (problems, title) => {
  show(
    <PreviewTable kind="teacher" found={{ ...found, problems }}>
      Download rows to correct
    </PreviewTable>,
  );
  await says(title);
  expect(document.body.innerText).toContain('Invalid email format');
});
