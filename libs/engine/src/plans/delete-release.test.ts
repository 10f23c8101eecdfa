import type { Connection, Database } from '@slipway/persistence/database';
import { lockTemplate } from '@slipway/persistence/plans';
import { createSeal } from '@slipway/persistence/secrets';
import { lockTrigger } from '@slipway/persistence/triggers';
import { expect, test } from 'vitest';
import { createEngine } from '../engine.ts';
import { addEndpoint, openTestEnvironment, plan, testUser } from '../testing.ts';

test('a deletion of a template locks its trigger before the template, like a firing trigger', async () => {
  const { database, engine, close } = await openTestEnvironment({
    lockTimeoutMs: 600_000,
    statementTimeoutMs: 600_000,
  });
  const { release: template } = await engine().createTemplate(plan({ Build: ['a'] }), 'Applications', testUser);
  const triggerId = await (await addEndpoint(database, template.id)).listen();
  const requested = Promise.withResolvers<void>();
  const waitingDatabase: Database = {
    ...database,
    transaction: (work, mode) =>
      database.transaction(
        (connection) =>
          work({
            query: <Row extends object>(...parameters: Parameters<Connection['query']>) => {
              if ('name' in parameters[0] && parameters[0].name === 'lock-template-triggers') requested.resolve();
              return connection.query<Row>(...parameters);
            },
          }),
        mode,
      ),
  };
  let fired = 0;
  let deleting: Promise<void> | undefined;
  await database.transaction(async (connection) => {
    fired += 1;
    await lockTrigger(connection, triggerId);
    deleting ??= createEngine({ database: waitingDatabase, seal: createSeal('a secret for tests') }).deleteRelease(
      template.id,
      testUser,
    );
    await requested.promise;
    await lockTemplate(connection, template.id);
  });
  await deleting;
  // The database has rolled back no transaction because of a deadlock.
  expect(fired).toBe(1);
  expect(await database.query({ text: 'select template_id from triggers' })).toEqual([{ template_id: null }]);
  await close();
});
