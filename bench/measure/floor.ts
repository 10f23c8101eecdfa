import pg from 'pg';
import type { Client } from './load.ts';

/** The minimum cost of a durable change: one prepared update of one row, committed, on its own connection. */
export interface Floor {
  /** Returns `count` clients. Each updates its own row, so that no client waits for another. */
  clients(count: number): readonly Client[];
  close(): Promise<void>;
}

const database = 'bench_floor';
const step = { name: 'step', text: 'update steps set count = count + 1 where id = $1' };

async function prepare(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${database}`).finally(() => admin.end());
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${database}`;
  return databaseUrl.href;
}

/** Opens `maxClients` connections of this process to the product's PostgreSQL, in a separate database. */
export async function openFloor(productUrl: string, maxClients: number): Promise<Floor> {
  const url = await prepare(productUrl);
  const connections = Array.from({ length: maxClients }, () => new pg.Client({ connectionString: url }));
  await Promise.all(connections.map((connection) => connection.connect()));
  const [first] = connections;
  await first?.query('create table steps (id integer primary key, count integer not null)');
  await first?.query('insert into steps select id, 0 from generate_series(0, $1) id', [maxClients - 1]);
  const clients = connections.map((connection, id) => async () => {
    await connection.query({ ...step, values: [id] });
    return true;
  });
  return {
    clients: (count) => clients.slice(0, count),
    close: async () => {
      await Promise.all(connections.map((connection) => connection.end()));
    },
  };
}
