import { expect, test } from 'vitest';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import { pickLength } from '../../harness/test-length.ts';
import { commandLine, document } from './command-line.ts';

const product = serveInOwnProcess();
const xl = commandLine(product.rest, product.url);

const all = [
  document('Users', '- {username: ann, fullName: Ann, password: pass-of-ann}'),
  document('Roles', '- {name: ops, principals: [ann]}'),
  document(
    'Templates',
    `- {key: folder.place, type: rel.StringVariable, value: here}
- {name: Chat, type: acme.Chat, token: hidden}
- {dashboard: Wall, tiles: [{row: 1}]}
- template: One
  scriptUsername: admin
  scriptUserPassword: admin
  phases: [{phase: P, tasks: [{name: Next, type: rel.CreateReleaseTask, newReleaseTitle: x, template: Two}]}]
- template: Two
  scriptUsername: admin
  scriptUserPassword: admin
  variables: [{key: v, type: rel.PasswordStringVariable, value: secret}]
  phases: [{phase: P, tasks: [{name: Wait}, {name: Next, type: rel.CreateReleaseTask, newReleaseTitle: x, template: One}]}]
- {name: nightly, type: time.Schedule, template: One, releaseTitle: n, pollType: REPEAT, periodicity: 3600, enabled: true}`,
    'Killed',
  ),
  document(
    'Permissions',
    '- {directory: ., teams: [{name: Crew, members: [ann], permissions: ["folder#view"]}]}',
    'Killed',
  ),
  document('Release', '  {name: Begun, template: Killed/Two}'),
].join('---\n');

const tables = [
  ...[
    'users',
    'roles',
    'role_principals',
    'folders',
    'teams',
    'team_members',
    'kept_code',
    'shared_variables',
    'audit',
  ],
  ...['configurations', 'releases', 'phases', 'tasks', 'activities', 'awaits', 'triggers', 'access_version'],
];

/** Returns the row counts of all tables that `apply` writes to. */
async function stored(): Promise<object> {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const auditCount = `(select count(*)::int from audit where subject in ('ann', 'ops')) as audit`;
  const [row] = await product.database().query<object>({ text: `select ${[...counts, auditCount].join(', ')}` });
  return row!;
}

/** Kills the process when `apply` waits to write to a table, and starts another process. */
async function killAtTable(table: string): Promise<string> {
  const outcome = await product.database().transaction(async (connection) => {
    await connection.query({ text: `lock table ${table} in share mode` });
    const applying = xl.apply(all).then(
      () => 'done',
      () => 'cut',
    );
    // Background work of the server may also wait for the table, but it has not written anything in its transaction.
    const waiting = {
      text: `select count(*)::int as count from pg_stat_activity a where a.backend_xid is not null and exists (
          select from pg_locks l where l.pid = a.pid and not l.granted and l.relation in (select inhrelid from pg_inherits
            where inhparent = '${table}'::regclass union select '${table}'::regclass))`,
    };
    await expect
      .poll(async () => await product.database().query<object>(waiting), { interval: 20 })
      .toEqual([{ count: 1 }]);
    process.kill(product.pid(), 'SIGKILL');
    return await applying;
  });
  await product.restart();
  return outcome;
}

test('a process that is killed during apply leaves no partial changes, and the documents can be applied again', async () => {
  const before = await stored();
  const [first, last] = [
    ['configurations', 'triggers'],
    ['roles', 'releases'],
  ];
  for (const table of pickLength({ short: first, long: [...first, ...last] })) {
    expect([table, await killAtTable(table), await stored()]).toEqual([table, 'cut', before]);
  }
  const { ids } = await xl.apply(all);
  expect(ids.map(({ kind, created, updated }) => [kind, created.length + updated.length])).toEqual([
    ['User', 1],
    ['Role', 1],
    ['Folder', 1],
    ['Kept', 1],
    ['Variable', 1],
    ['Configuration', 1],
    ['Template', 2],
    ['Trigger', 1],
    ['Teams', 1],
    ['Release', 1],
  ]);
  expect(await stored()).toMatchObject({
    folders: 2,
    kept_code: 1,
    shared_variables: 1,
    configurations: 1,
    releases: 3,
  });
  expect((await xl.plan(all.split('---\n').slice(0, -1).join('---\n'))).isSame).toBe(true);
});
