import { type Connection, createSeal, type Database, lockTemplate, lockTrigger } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { createEngine } from '../engine.ts';
import { endpointOn, openGround, plan, someone } from '../testing.ts';

test('a deletion of a template locks its trigger before the template, like a firing trigger', async () => {
  const { database, engine, close } = await openGround({ lockTimeoutMs: 600_000, statementTimeoutMs: 600_000 });
  const { release: template } = await engine().createTemplate(plan({ Build: ['a'] }), 'Applications', someone);
  const triggerId = await (await endpointOn(database, template.id)).listen();
  const asked = Promise.withResolvers<void>();
  const telling: Database = {
    ...database,
    transaction: (work, mode) =>
      database.transaction(
        (connection) =>
          work({
            query: <Row extends object>(...given: Parameters<Connection['query']>) => {
              if ('name' in given[0] && given[0].name === 'lock-template-triggers') asked.resolve();
              return connection.query<Row>(...given);
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
    deleting ??= createEngine({ database: telling, seal: createSeal('a secret for tests') }).deleteRelease(
      template.id,
      someone,
    );
    await asked.promise;
    await lockTemplate(connection, template.id);
  });
  await deleting;
  // No transaction was rolled back by a deadlock.
  expect(fired).toBe(1);
  expect(await database.query({ text: 'select template_id from triggers' })).toEqual([{ template_id: null }]);
  await close();
});
