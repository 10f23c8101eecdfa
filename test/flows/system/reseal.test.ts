import { type Database, openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  containerPurpose,
  createSeal,
  deliveryPurpose,
  journalPurpose,
  resetPurpose,
  subscriptionPurpose,
} from '../../../libs/persistence/src/secrets/seal.ts';
import { sealedTables } from '../../../libs/persistence/src/secrets/sealed-tables.ts';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type InProcessServer, startInProcess } from '../../harness/product/in-process.ts';
import { run } from '../../harness/product/run-process.ts';
import { createRelease, createTemplate } from '../../harness/rest/plans.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { type Configuration, createEndpoint, deliver } from '../../harness/webhooks/endpoints.ts';

// Creates every kind of encrypted value with the first key. Then it rotates the key while the product serves requests.
const [oldKey, newKey] = ['0'.repeat(64), '1'.repeat(64)];
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const oldSeal = createSeal(base64(oldKey));
const newSeal = createSeal(base64(newKey));
let testDatabase: FreshDatabase;
let database: Database;
let product: InProcessServer;
let url: string;
let endpoint: Configuration;
const rest = createRestClient(() => url);

const env = (keys: Readonly<Record<string, string>>) => ({ DATABASE_URL: testDatabase.url, ...keys });
const both = () => env({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey });
const shape = { ADMIN_PASSWORD: 'admin', SAMPLES: 'false', LOG_LEVEL: 'error' };
async function start(keys: Readonly<Record<string, string>>): Promise<void> {
  product = await startInProcess({ ...env(keys), ...shape });
  url = product.url;
}
async function stop(): Promise<void> {
  expect(await product.stop()).toBe(0);
}
const refusedStart = async (keys: Readonly<Record<string, string>>) => {
  const started = run({ env: { ...env(keys), ...shape } });
  expect(await started.ended).toBe(1);
  return started.output().trim().split('\n').at(-1);
};
const reseal = () => run({ command: [process.execPath, 'services/standalone/src/reseal.ts', '0'], env: both() });

/** Returns every column of the database that contains a text encrypted with this key. */
async function columnsSealedWith(keyId: string): Promise<readonly string[]> {
  const columns = await database.query<{ readonly table: string; readonly column: string }>({
    text: `select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype)`,
  });
  const failures: string[] = [];
  for (const { table, column } of columns) {
    const text = `select 1 from "${table}" where strpos("${column}"::text, 'v1.${keyId}.') > 0 limit 1`;
    if ((await database.query({ text })).length > 0) failures.push(`${table}.${column}`);
  }
  return failures.toSorted();
}

const password = { type: 'rel.PasswordStringVariable', value: 'hidden' };

/** Stores the secrets that exist only temporarily, while a script runs or an event is delivered. */
async function storeTemporarySecrets(): Promise<void> {
  const [delivery] = await database.query<{ readonly id: string }>({ text: 'select id from deliveries limit 1' });
  await database.query({ text: 'update deliveries set sealed_headers = $2 where id = $1' }, [
    delivery?.id ?? '',
    oldSeal.seal(deliveryPurpose(delivery?.id ?? ''), '{}'),
  ]);
  await database.query(
    { text: `insert into idempotency_keys (id, fingerprint, body) values ('run said', 'said', $1)` },
    [oldSeal.seal('script-answer', '{}')],
  );
  await database.query(
    {
      text: `insert into event_subscriptions (id, owner, kind, title, url, secret, previous_secret, types)
        values ('Receiver1', 'admin', 'webhook', 'hook', $1, $2, $2, '{}')`,
    },
    [
      oldSeal.seal(subscriptionPurpose('Receiver1', 'url'), 'https://example.com'),
      oldSeal.seal(subscriptionPurpose('Receiver1', 'secret'), 'whsec_x'),
    ],
  );
  await database.query(
    {
      text: `insert into password_resets (id, username, hash, expires_at, sealed_secret)
        values ('Reset1', 'admin', 'hash', now() + interval '1 hour', $1)`,
    },
    [oldSeal.seal(resetPurpose('Reset1'), 'secret')],
  );
  await database.query(
    {
      text: `insert into script_journal (run_id, nth, release_id, effect, reply) values ('run', 12, 'Release', $1, $2)`,
    },
    [oldSeal.seal(journalPurpose('run', 12, 'effect'), '{}'), oldSeal.seal(journalPurpose('run', 12, 'reply'), '{}')],
  );
  await database.query(
    {
      text: `insert into container_jobs (id, release_id, task_id, run_id, cluster, labels, state, timeout_seconds, sealed_spec,
          sealed_log, sealed_result)
        values ('Job1', 'Release', 'Task', 'run', 'cluster', '{}', 'ended', 60, $1, $2, $3)`,
    },
    (['spec', 'log', 'result'] as const).map((part) => oldSeal.seal(containerPurpose('Job1', part), '{}')),
  );
  await database.query(
    {
      text: `update tasks set run = jsonb_build_object('x', $1::text), before_run = definition, before_passive = passive`,
    },
    [oldSeal.seal('variable', 'x')],
  );
}

beforeAll(async () => {
  testDatabase = await freshDatabase();
  database = openDatabase({ url: testDatabase.url, connections: 1 });
  await start({ SECRET_KEY: oldKey });
  await rest.post('/config/Configuration/variables/global', { key: 'global.pass', ...password });
  const plan = {
    Build: [
      { title: 'child', type: 'rel.CreateReleaseTask', templateVariables: [{ key: 'v', ...password }] },
      { title: 'ship', type: 'rel.DeployitTask', username: 'ann', password: 'hidden' },
    ],
  };
  const fields = { variables: [{ key: 'pass', ...password }], scriptUserPassword: 'hidden' };
  const template = await createTemplate(rest, plan, fields);
  await rest.post('/triggers', {
    ...{ type: 'time.Schedule', title: 'Nightly', template: template.id, periodicity: '86400', enabled: false },
    variables: [{ key: 'pass', ...password }],
  });
  for (let created = 0; created < 30; created++) await createRelease(rest, plan, fields);
  endpoint = await createEndpoint(rest, { type: 'events.TokenAuthentication', header: 'X-Mine', token: 'sesame' });
  expect((await deliver(url, endpoint, { headers: { 'X-Mine': 'sesame' }, body: '{}' })).status).toBe(200);
  await storeTemporarySecrets();
});
afterAll(async () => {
  await stop();
  await database.stop();
  await testDatabase.drop();
});

test('all encrypted texts are in the registered columns, and in no other column', async () => {
  const registered = sealedTables.flatMap(({ table, columns }) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  );
  const all = [...registered, 'key_check.sealed', 'seal_keys.sealed'].toSorted();
  expect(await columnsSealedWith(oldSeal.keyId)).toEqual(all);
});

test('a key is rotated while the product runs: both are accepted, all values are re-encrypted, and the old key is removed', async () => {
  await stop();
  await start({ SECRET_KEY: oldKey, SECRET_KEY_PREVIOUS: newKey });
  await stop();
  await start({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey });
  expect(await refusedStart({ SECRET_KEY: newKey })).toBe(
    `slipway: some secrets are encrypted with the key ${oldSeal.keyId}, which is neither SECRET_KEY nor SECRET_KEY_PREVIOUS: set it as SECRET_KEY_PREVIOUS, then run npm run reseal`,
  );
  expect((await deliver(url, endpoint, { headers: { 'X-Mine': 'sesame' } })).status).toBe(200);

  const work = { goesOn: true, done: 0 };
  const releases = await rest.get<{ readonly id: string }[]>('/releases?resultsPerPage=100');
  const working = (async () => {
    for (; work.goesOn; work.done++) {
      const { id } = releases[work.done % releases.length]!;
      await rest.put(`/releases/${id}`, {
        ...(await rest.get<object>(`/releases/${id}`)),
        title: `Title ${work.done}`,
      });
    }
  })();
  for (let times = 0; times < 2; times++) {
    const killed = reseal();
    await killed.waitForOutput(/rows? to re-encrypt/);
    killed.signal('SIGKILL');
    await killed.ended;
  }
  const resealProcess = reseal();
  expect(await resealProcess.ended).toBe(0);
  expect(resealProcess.output()).toMatch(
    new RegExp(
      `^\\d+ rows? to re-encrypt\\n(?:\\d+ rows? .+\\n)*\\d+ rows? re-encrypted\\nno text uses the key ${oldSeal.keyId}: remove SECRET_KEY_PREVIOUS\\n$`,
    ),
  );
  work.goesOn = false;
  await working;
  expect(work.done).toBeGreaterThan(0);
  expect(await columnsSealedWith(oldSeal.keyId)).toEqual([]);
});

test('after the rotation, the new key alone decrypts all values', async () => {
  await stop();
  await start({ SECRET_KEY: newKey });
  expect((await deliver(url, endpoint, { headers: { 'X-Mine': 'sesame' } })).status).toBe(200);
  expect((await deliver(url, endpoint, { headers: { 'X-Mine': 'sesam' } })).status).toBe(401);
  for (const { parts, key, columns } of sealedTables)
    for (const part of parts)
      for (const [name, column] of Object.entries(columns)) {
        const rows = await database.query<Record<string, string | null>>({
          text: `select ${key.map((keyColumn) => `${keyColumn}::text`).join(', ')}, ${name}::text as sealed from ${part}`,
        });
        for (const { sealed, ...row } of rows)
          column.rewrite(
            sealed ?? '{}',
            key.map((keyColumn) => row[keyColumn] ?? ''),
            (text, purposes) => {
              const opens = purposes.map((purpose) => {
                try {
                  return newSeal.open(purpose, text) !== '';
                } catch {
                  return false;
                }
              });
              expect([name, opens.includes(true) || sealed === null]).toEqual([name, true]);
              return text;
            },
          );
      }
  expect(await refusedStart({ SECRET_KEY: oldKey })).toBe(
    `slipway: SECRET_KEY is not the key of this database: set the key with the id ${newSeal.keyId}, or restore its secret.key in DATA_DIR`,
  );
});

test('reseal reports a missing setting or an invalid argument in one line', async () => {
  const command = [process.execPath, 'services/standalone/src/reseal.ts'];
  const runWithoutOldKey = run({ command, env: env({ SECRET_KEY: newKey }) });
  const runWithBadArgument = run({ command: [...command, 'soon'], env: both() });
  expect(await Promise.all([runWithoutOldKey.ended, runWithBadArgument.ended])).toEqual([1, 1]);
  expect([runWithoutOldKey.output(), runWithBadArgument.output()]).toEqual([
    'slipway: reseal requires SECRET_KEY_PREVIOUS: set it to the previous SECRET_KEY\n',
    'slipway: npm run reseal accepts at most one argument: the seconds between two passes\n',
  ]);
});
