import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../services/api/src/routes.ts';
import { serve } from '../harness/product/serve.ts';
import { isLong, systemTestTimeoutMs } from '../harness/test-length.ts';
import { createCallers } from './callers.ts';
import { checkCell, type MatrixContext, runConcurrently } from './check-cell.ts';
import { relations } from './matrix-cells.ts';
import { matrixRows, nameOf, requests } from './matrix-rows.ts';
import { newFolder, seedObjects } from './seed-objects.ts';

const product = serve();
const { rest } = product;
let context: MatrixContext;

beforeAll(async () => {
  const [own, above, elsewhere] = [
    await newFolder(rest, 'own'),
    await newFolder(rest, 'above'),
    await newFolder(rest, 'elsewhere'),
  ];
  const [inherits, cut] = [await newFolder(rest, 'inherits', above), await newFolder(rest, 'cut', above)];
  const named = ['somebody', ...relations.map(([, name]) => name)].map((name) => ({ name }));
  const callers = [...matrixRows.flatMap(({ cells }) => cells.map(({ caller }) => caller)), ...named];
  const unique = [...new Map(callers.map((caller) => [caller.name, caller])).values()];
  const clients = await createCallers(product, unique, { own, above, elsewhere, cut });
  const objectsBySite = {
    own: await seedObjects(product, own, 'own'),
    inherits: await seedObjects(product, inherits, 'above/inherits'),
    cut: await seedObjects(product, cut, 'above/cut'),
  };
  context = { admin: rest, clients, objectsBySite };
});

test('every route is tested, and no other path', () => {
  expect(Object.keys(requests).toSorted()).toEqual(routes.map(nameOf).toSorted());
});

/** The sources of a permission. The short version tests each route with one of them, in turn. */
const sources = [' by a team there', ' by a role in a team there', ' inherited', ' above a cut', ' elsewhere'];
const isSelected = (label: string, index: number): boolean =>
  isLong || sources.every((source, at) => at === index % sources.length || !label.endsWith(source));

test('each route allows or denies each user, or hides objects that the user may not view', {
  timeout: systemTestTimeoutMs,
}, async () => {
  const checks = matrixRows.flatMap((row, index) =>
    row.cells.filter(({ label }) => isSelected(label, index)).map((cell) => ({ row, cell })),
  );
  const unexpected: (string | null)[] = [];
  await runConcurrently(checks, 12, async ({ row, cell }) => {
    unexpected.push(await checkCell(context, row, cell));
  });
  expect(unexpected.filter((failure) => failure !== null).toSorted()).toEqual([]);
});
