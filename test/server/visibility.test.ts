import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#test/world.ts';
import { makeVisibilityCells, wrongCells } from '#test/server/visibility-cells.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('everyone sees, by id and on lists, exactly the people, vacancies and schools they may see', async () => {
  expect(await wrongCells(await makeVisibilityCells(world))).toEqual([]);
});
