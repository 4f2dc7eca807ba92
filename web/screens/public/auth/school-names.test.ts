import { expect, test } from 'vitest';
import { namesToChooseFrom } from '#web/screens/public/auth/school-names.ts';

test('schools that share a name are told apart by their place', () => {
  const names = namesToChooseFrom([
    { name: 'Lincoln Elementary', city: 'Boise', state: 'Idaho' },
    { name: 'Cedar Hollow', city: 'Duluth', state: 'Minnesota' },
    { name: 'lincoln elementary', city: 'Duluth', state: null },
    { name: 'Lincoln Elementary' },
  ]);
  expect(names).toEqual([
    'Lincoln Elementary, Boise, Idaho',
    'Cedar Hollow',
    'lincoln elementary, Duluth',
    'Lincoln Elementary',
  ]);
});
