import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../services/api/src/routes.ts';
import { isLong, wholeSystemMs } from '../harness/length.ts';
import { serve } from '../harness/product/serve.ts';
import { makeAskers } from './askers.ts';
import { askOnce, inTurns, type World } from './asking.ts';
import { relations } from './cells.ts';
import { asks, nameOf, rows } from './rows.ts';
import { furnish, newFolder } from './world.ts';

const served = serve();
const { rest } = served;
let world: World;

beforeAll(async () => {
  const [own, above, elsewhere] = [
    await newFolder(rest, 'own'),
    await newFolder(rest, 'above'),
    await newFolder(rest, 'elsewhere'),
  ];
  const [inherits, cut] = [await newFolder(rest, 'inherits', above), await newFolder(rest, 'cut', above)];
  const named = ['somebody', ...relations.map(([, name]) => name)].map((name) => ({ name }));
  const askers = [...rows.flatMap(({ cells }) => cells.map(({ asker }) => asker)), ...named];
  const unique = [...new Map(askers.map((asker) => [asker.name, asker])).values()];
  const clients = await makeAskers(served, unique, { own, above, elsewhere, cut });
  const places = {
    own: await furnish(served, own, 'own'),
    inherits: await furnish(served, inherits, 'above/inherits'),
    cut: await furnish(served, cut, 'above/cut'),
  };
  world = { admin: rest, clients, places };
});

test('every route is tested, and no other', () => {
  expect(Object.keys(asks).toSorted()).toEqual(routes.map(nameOf).toSorted());
});

/** The sources of a permission. The short version tests each route with one of them, in turn. */
const ways = [' by a team there', ' by a role in a team there', ' inherited', ' above a cut', ' elsewhere'];
const isAsked = (what: string, nth: number): boolean =>
  isLong || ways.every((way, at) => at === nth % ways.length || !what.endsWith(way));

test('each route allows or denies each user, or hides what the user may not know', {
  timeout: wholeSystemMs,
}, async () => {
  const questions = rows.flatMap((row, nth) =>
    row.cells.filter(({ what }) => isAsked(what, nth)).map((cell) => ({ row, cell })),
  );
  const unexpected: (string | null)[] = [];
  await inTurns(questions, 12, async ({ row, cell }) => {
    unexpected.push(await askOnce(world, row, cell));
  });
  expect(unexpected.filter((each) => each !== null).toSorted()).toEqual([]);
});
