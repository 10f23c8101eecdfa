import { type OpenEngine, openEngine } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createLogger, createMetrics } from '@slipway/process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { parseWatchQuery, watchQuery } from './live-routes.ts';
import { createLiveStreams } from './live-streams.ts';

let fresh: FreshDatabase;
let database: Database;
let opened: OpenEngine;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, connections: 2 });
  opened = await openEngine({
    ...{ url: fresh.url, secretKey: Buffer.alloc(32).toString('base64'), warn: () => {} },
    observer: { dispatched: () => {}, refused: () => {}, lost: () => {}, fired: () => {}, woken: () => {} },
  });
  await database.query({ text: `insert into users (username, full_name, email) values ('ann', 'Ann', '')` });
});
afterAll(async () => {
  await opened.stop();
  await database.stop();
  await fresh.drop();
});

test('a stream without changes sends comments with its position', async () => {
  const live = createLiveStreams({
    ...{ database, engine: opened.engine, logger: createLogger({ logLevel: 'silent' }), metrics: createMetrics() },
    config: { liveStreams: 1, liveStreamsPerUser: 1 },
    commentMs: 1,
  });
  const person = await opened.engine.access.byName('ann');
  const watched = parseWatchQuery(watchQuery.parse({ inbox: 'true' }));
  const stream = live.open({ person, login: { by: 'password', id: null }, watched, after: null });
  let received = '';
  for await (const part of stream.bytes()) {
    received += String(part);
    // The first poll sends the current state. Later messages are comments.
    if (/^data: /m.test(received) && /^:\nid: \S+\n\n$/m.test(received)) stream.leave();
  }
  expect(received).toMatch(
    /^retry: 2000\n: open\n\n(?::\n\n)*(?:id: \S+\n)?data: \{"inbox":true,.*\}\n\n(?::\n\n)*(?::\nid: \S+\n\n)+$/,
  );
  await live.stop();
});
